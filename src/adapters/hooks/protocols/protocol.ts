/** What an agent's hook tells of, whatever the agent calls it. */
export type Moment = 'session-start' | 'prompt' | 'after-tool' | 'turn-end' | 'session-end'

export interface Heard {
  moment: Moment
  session: string | null
  transcript: string | null
  cwd: string | null
  /** The agent goes on because a hook had it go on: its own guard against a turn that never ends. */
  isContinued: boolean
}

export interface Words {
  /** For the model. At the end of a turn it goes on with them. */
  context: string | null
  /** For the person, and never for the model. */
  message: string | null
}

/** One agent's own way of saying it. Pure: a payload in, an answer out. */
export interface Protocol {
  events: Readonly<Record<string, Moment>>
  /** Where its model can be told something; elsewhere nothing is used up. */
  takes: readonly Moment[]
  hear(moment: Moment, payload: Payload): Heard
  /** What goes to standard output as JSON; null for nothing at all. */
  answer(moment: Moment, words: Words): Payload | null
}

export type Payload = Readonly<Record<string, unknown>>

/** The first of these that is a text. */
export function textIn(payload: Payload, ...names: string[]): string | null {
  const found = names.map(name => payload[name]).find(value => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}

/** Without what is empty; null when nothing is left. */
export function said(answer: Payload): Payload | null {
  const left = Object.entries(answer).filter(([, value]) => value !== null && value !== undefined)
  return left.length > 0 ? Object.fromEntries(left) : null
}

/** As Claude Code names things, and those who took it over. */
export const hearSnake = (moment: Moment, payload: Payload): Heard => ({
  moment,
  session: textIn(payload, 'session_id'),
  transcript: textIn(payload, 'transcript_path'),
  cwd: textIn(payload, 'cwd'),
  isContinued: payload.stop_hook_active === true,
})
