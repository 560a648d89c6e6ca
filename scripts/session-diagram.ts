import { SESSION_EVENTS, type SessionEvent, type SessionState, TRANSITIONS } from '../src/domain/session.ts'

/** Around what is generated: everything else in the document is written by hand. */
const BEGIN = '<!-- generated from src/domain/session.ts: npm run diagram -->'
const END = '<!-- end of what is generated -->'

/** The document with the machine as it is now, drawn by asking it. */
export function withDiagram(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`the document lacks ${BEGIN} or ${END}`)
  return `${before}${BEGIN}\n\n${diagram()}\n${table()}\n${END}${after}`
}

type From = SessionState | 'new'
const STATES = Object.keys(TRANSITIONS) as From[]

/** What leaves a state as it is stands in the table only, where it is not in the way. */
function diagram(): string {
  const arrows = STATES.flatMap(from =>
    [...arrowsFrom(from)]
      .filter(([to]) => to !== from)
      .map(([to, events]) => `  ${from === 'new' ? '[*]' : from} --> ${to}: ${events.join(', ')}`),
  )
  return ['```mermaid', 'stateDiagram-v2', ...arrows, '```', ''].join('\n')
}

function arrowsFrom(from: From): Map<SessionState, SessionEvent[]> {
  const arrows = new Map<SessionState, SessionEvent[]>()
  for (const event of SESSION_EVENTS) {
    const to = TRANSITIONS[from][event]
    arrows.set(to, [...(arrows.get(to) ?? []), event])
  }
  return arrows
}

function table(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['', ...SESSION_EVENTS]),
    row(['---', ...SESSION_EVENTS.map(() => '---')]),
    ...STATES.map(from => row([`**${from}**`, ...SESSION_EVENTS.map(event => TRANSITIONS[from][event])])),
    '',
  ].join('\n')
}
