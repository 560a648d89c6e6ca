import type { Cost } from '../../domain/outcome.ts'
import type { AgentAnswer } from './agent.ts'
import { answerWith, badExit, complaint, type Heard, type Said, whyCutShort } from './heard.ts'
import { type AgentEvent, amountAt, at, eventIn, eventsIn, textAt } from './json-lines.ts'
import { documentOrWords } from './words.ts'

const TITLE = 'Copilot CLI'

/** What Copilot CLI's end means: its last message, if it called for nothing more. `usage` is a file it leaves. */
export function readCopilot(heard: Heard, usage: string): AgentAnswer {
  const events = eventsIn(heard.stdout)
  return answerWith(heard, meaning(heard, events), costOf(usage))
}

function meaning(heard: Heard, events: readonly AgentEvent[]): Said {
  const complaints = events.filter(({ type }) => type === 'session.error' || type === 'model.call_failure')
  const cut = whyCutShort(heard, { title: TITLE, complaints: complaints.map(whatFailed) })
  if (cut) return cut
  // A call that failed was tried again; a session's error is the end of it.
  const last = events.findLast(({ type }) => type === 'session.error')
  if (last) return complaint(TITLE, whatFailed(last))
  const bad = badExit(heard, TITLE)
  if (bad) return bad
  const [result, second] = events.filter(({ type }) => type === 'result')
  if (!result || second || result.exitCode !== 0) {
    return { state: 'torn', reason: `${TITLE} printed no result that can be read` }
  }
  const message = at(
    events.findLast(({ type }) => type === 'assistant.message'),
    'data',
  )
  return documentOrWords(textAt(message, 'content') ?? '')
}

function whatFailed({ data }: AgentEvent): string {
  const message = textAt(data, 'message') ?? textAt(data, 'errorMessage') ?? 'an error without a name'
  return `${amountAt(data, 'statusCode') ?? ''} ${message}`.trim()
}

/** In tokens; what a request costs depends on the person's plan. */
function costOf(usage: string): Cost | null {
  const models = Object.values(at(eventIn(usage.trim()), 'modelMetrics') ?? {})
  if (models.length === 0) return null
  const sum = (name: string) => models.reduce((all, model) => all + (amountAt(model, 'usage', name) ?? 0), 0)
  return { dollars: null, inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
}
