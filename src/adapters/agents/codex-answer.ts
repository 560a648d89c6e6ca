import type { Cost } from '../../domain/outcome.ts'
import type { AgentAnswer } from './agent.ts'
import { answerWith, badExit, complaint, type Heard, type Said, whyCutShort } from './heard.ts'
import { type AgentEvent, amountAt, at, eventsIn, textAt } from './json-lines.ts'
import { documentOrWords } from './words.ts'

const TITLE = 'Codex'

/** What Codex's end means: the last message of a turn that was completed, in the shape that was asked for. */
export function readCodex(heard: Heard): AgentAnswer {
  const events = eventsIn(heard.stdout)
  const completed = events.filter(event => event.type === 'turn.completed')
  return answerWith(heard, meaning(heard, events), costOf(completed.at(-1)))
}

function meaning(heard: Heard, events: readonly AgentEvent[]): Said {
  const complaints = events.flatMap(event => complaintIn(event) ?? [])
  const cut = whyCutShort(heard, { title: TITLE, complaints })
  if (cut) return cut
  const last = complaints.at(-1)
  if (events.some(event => event.type === 'turn.failed')) return complaint(TITLE, last ?? 'the turn failed')
  const bad = badExit(heard, TITLE)
  if (bad) return bad
  if (!events.some(event => event.type === 'turn.completed')) {
    return { state: 'torn', reason: `${TITLE} printed no turn that came to its end` }
  }
  // What came before the last message was said on the way.
  return documentOrWords(events.flatMap(event => messageIn(event) ?? []).at(-1) ?? '')
}

const messageIn = (event: AgentEvent): string | null =>
  event.type === 'item.completed' && textAt(event, 'item', 'type') === 'agent_message'
    ? textAt(event, 'item', 'text')
    : null

function complaintIn(event: AgentEvent): string | null {
  if (event.type === 'error') return textAt(event, 'message')
  return event.type === 'turn.failed' ? textAt(event, 'error', 'message') : null
}

/** In tokens; Codex knows no price. What was read from a cache is part of the input already. */
function costOf(completed: AgentEvent | undefined): Cost | null {
  const usage = at(completed, 'usage')
  if (usage === undefined) return null
  return {
    dollars: null,
    inputTokens: amountAt(usage, 'input_tokens'),
    outputTokens: amountAt(usage, 'output_tokens'),
  }
}
