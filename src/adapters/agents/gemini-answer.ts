import type { Cost } from '../../domain/outcome.ts'
import type { AgentAnswer } from './agent.ts'
import { answerWith, badExit, complaint, type Heard, type Said, whyCutShort } from './heard.ts'
import { type AgentEvent, amountAt, at, eventsIn, textAt } from './json-lines.ts'
import { documentOrWords } from './words.ts'

const TITLE = 'Gemini CLI'

/** What Gemini CLI's end means: what it said after the last tool, if nothing went wrong on the way. */
export function readGemini(heard: Heard): AgentAnswer {
  const events = eventsIn(heard.stdout)
  const results = events.filter(event => event.type === 'result')
  return answerWith(heard, meaning(heard, events, results), costOf(results.at(-1)))
}

function meaning(heard: Heard, events: readonly AgentEvent[], results: readonly AgentEvent[]): Said {
  const complaints = [...retries(heard.stderr), ...events.flatMap(event => complaintIn(event) ?? [])]
  const cut = whyCutShort(heard, { title: TITLE, complaints })
  if (cut) return cut
  // A warning as well: "loop detected" is one, and what was said until then is half an answer.
  const last = events.flatMap(event => complaintIn(event) ?? []).at(-1)
  if (last !== undefined) return complaint(TITLE, last)
  const bad = badExit(heard, TITLE)
  if (bad) return bad
  const [result, second] = results
  if (!result || second) return { state: 'torn', reason: `${TITLE} printed no result that can be read` }
  if (result.status !== 'success') return complaint(TITLE, 'an error without a name')
  return documentOrWords(lastWords(events))
}

/** In pieces, as they came. */
function lastWords(events: readonly AgentEvent[]): string {
  const lastTool = events.findLastIndex(event => event.type === 'tool_result' || event.type === 'tool_use')
  const words = events
    .slice(lastTool + 1)
    .filter(event => event.type === 'message' && event.role === 'assistant')
  return words.map(event => textAt(event, 'content') ?? '').join('')
}

function complaintIn(event: AgentEvent): string | null {
  if (event.type === 'error') return textAt(event, 'message') ?? 'an error without a name'
  return event.type === 'result' && event.status !== 'success' ? textAt(event, 'error', 'message') : null
}

const retries = (stderr: string): string[] =>
  stderr.split('\n').filter(line => /^Attempt \d+ failed with status/.test(line))

function costOf(result: AgentEvent | undefined): Cost | null {
  const stats = at(result, 'stats')
  if (stats === undefined) return null
  return {
    dollars: null,
    inputTokens: amountAt(stats, 'input_tokens'),
    outputTokens: amountAt(stats, 'output_tokens'),
  }
}
