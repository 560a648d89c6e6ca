import type { AgentName } from '../../../domain/agent-name.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import type { Heard, Payload, Protocol } from './protocol.ts'

/** A new agent is one file and one line. */
export const PROTOCOLS: Readonly<Record<AgentName, Protocol>> = {
  claude,
  codex,
  gemini,
  opencode,
  copilot,
  cursor,
}

/** What was said, in words of ours; null for an event that nobody has asked for. */
export function hear(agent: AgentName, event: string, text: string): Heard | null {
  const protocol = PROTOCOLS[agent]
  const moment = Object.hasOwn(protocol.events, event) ? protocol.events[event] : undefined
  return moment ? protocol.hear(moment, payloadIn(text)) : null
}

/** What an agent says of itself is data: anything but an object says nothing. */
function payloadIn(text: string): Payload {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Payload) : {}
  } catch {
    return {}
  }
}
