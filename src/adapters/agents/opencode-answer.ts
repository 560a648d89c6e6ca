import type { Cost } from '../../domain/outcome.ts'
import type { AgentAnswer } from './agent.ts'
import { answerWith, badExit, complaint, type Heard, type Said, whyCutShort } from './heard.ts'
import { type AgentEvent, amountAt, eventsIn, textAt } from './json-lines.ts'
import { tally } from './tally.ts'
import { documentOrWords } from './words.ts'

const TITLE = 'opencode'

/** What opencode's end means: the words of its last step, if that step came to its end. */
export function readOpencode(heard: Heard): AgentAnswer {
  const events = eventsIn(heard.stdout)
  return answerWith(heard, meaning(heard, events), costOf(events))
}

function meaning(heard: Heard, events: readonly AgentEvent[]): Said {
  const complaints = events.filter(event => event.type === 'error').map(whatFailed)
  const cut = whyCutShort(heard, { title: TITLE, complaints })
  if (cut) return cut
  const last = complaints.at(-1)
  if (last !== undefined) return complaint(TITLE, last)
  const bad = badExit(heard, TITLE)
  if (bad) return bad
  const finish = events.findLast(event => event.type === 'step_finish')
  if (textAt(finish, 'part', 'reason') !== 'stop') {
    return { state: 'torn', reason: `${TITLE} printed no step that came to its end` }
  }
  const start = events.findLastIndex(event => event.type === 'step_start')
  const words = events.slice(start + 1).filter(event => event.type === 'text')
  return documentOrWords(words.map(event => textAt(event, 'part', 'text') ?? '').join(''))
}

function whatFailed(event: AgentEvent): string {
  const status = amountAt(event, 'error', 'data', 'statusCode') ?? ''
  const message = textAt(event, 'error', 'data', 'message') ?? textAt(event, 'error', 'name')
  return `${status} ${message ?? 'an error without a name'}`.trim()
}

/** Of one step: what was read from a cache stands beside the input. */
export function stepCost(event: AgentEvent): Cost {
  const tokens = (...way: string[]) => amountAt(event, 'part', 'tokens', ...way)
  const read = [tokens('input'), tokens('cache', 'read'), tokens('cache', 'write')]
  const written = [tokens('output'), tokens('reasoning')]
  // Without a price list it says 0.
  return {
    dollars: amountAt(event, 'part', 'cost') || null,
    inputTokens: sum(read),
    outputTokens: sum(written),
  }
}

function sum(counts: readonly (number | null)[]): number | null {
  const known = counts.filter(count => count !== null)
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
}

function costOf(events: readonly AgentEvent[]): Cost | null {
  const used = tally()
  const steps = events.filter(event => event.type === 'step_finish')
  return steps.map((event, index) => used.add(`${index}`, stepCost(event))).at(-1) ?? null
}
