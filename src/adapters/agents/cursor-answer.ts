import type { Cost } from '../../domain/outcome.ts'
import type { AgentAnswer } from './agent.ts'
import { answerWith, badExit, complaint, type Failure, type Heard, type Said, whyCutShort } from './heard.ts'
import { type AgentEvent, amountAt, at, eventsIn, textAt } from './json-lines.ts'
import { documentOrWords } from './words.ts'

const TITLE = 'Cursor CLI'

/** What Cursor's end means: the one result. On a failure it prints none, and says why on standard error. */
export function readCursor(heard: Heard): AgentAnswer {
  const results = eventsIn(heard.stdout).filter(event => event.type === 'result')
  return answerWith(heard, meaning(heard, results), costOf(results.at(-1)))
}

function meaning(heard: Heard, [result, second]: readonly AgentEvent[]): Said {
  const cut = whyCutShort(heard, { title: TITLE })
  if (cut) return cut
  if (result && (result.is_error !== false || result.subtype !== 'success')) {
    return complaint(
      TITLE,
      textAt(result, 'result') ?? textAt(result, 'subtype') ?? 'an error without a name',
    )
  }
  const bad = badExit(heard, TITLE)
  if (bad) return lastComplaint(heard.stderr) ?? bad
  if (!result || second) return { state: 'torn', reason: `${TITLE} printed no result that can be read` }
  return documentOrWords(lastWords(eventsIn(heard.stdout)) ?? textAt(result, 'result') ?? '')
}

/** Only if it is one that means something to us: others are told with the exit code. */
function lastComplaint(stderr: string): Failure | null {
  const said = complaint(TITLE, stderr.trimEnd().split('\n').at(-1) ?? '')
  return /is at its limit|not logged in/.test(said.reason) ? said : null
}

/** The result is everything it said, run together; the last message is its answer. */
function lastWords(events: readonly AgentEvent[]): string | null {
  const content = at(
    events.findLast(event => event.type === 'assistant'),
    'message',
    'content',
  )
  if (!Array.isArray(content)) return null
  return content.map(block => textAt(block, 'text') ?? '').join('')
}

function costOf(result: AgentEvent | undefined): Cost | null {
  const usage = at(result, 'usage')
  if (usage === undefined) return null
  const tokens = (name: string, other: string) => amountAt(usage, name) ?? amountAt(usage, other)
  return {
    dollars: null,
    inputTokens: tokens('inputTokens', 'input_tokens'),
    outputTokens: tokens('outputTokens', 'output_tokens'),
  }
}
