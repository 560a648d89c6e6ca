import { AGENT_NAMES } from '../../domain/agent-name.ts'
import { SESSION_STATES, type Session } from '../../domain/session.ts'

/** The version of the files that this wingman reads and writes. */
const VERSION = 1

export const sessionText = (session: Session): string =>
  `${JSON.stringify({ version: VERSION, ...session })}\n`

/** By hand, since every hook of an agent reads it: zod would take longer than all the rest. */
export function parseSession(text: string): Session | 'newer' | null {
  const value = parsed(text)
  if (Number(value?.version) > VERSION) return 'newer'
  const { agent, id, state, startedAt, lastAt, worktrees, cwd, transcript, turns, commits } = value ?? {}
  const isSession =
    value?.version === VERSION &&
    isOneOf(AGENT_NAMES, agent) &&
    isOneOf(SESSION_STATES, state) &&
    [id, startedAt, lastAt].every(isText) &&
    [startedAt, lastAt].every(time => Number.isFinite(Date.parse(time as string))) &&
    [cwd, transcript].every(path => path === null || isText(path)) &&
    [turns, commits].every(Number.isSafeInteger) &&
    Array.isArray(worktrees) &&
    worktrees.every(isText)
  if (!isSession) return null
  return { agent, id, state, startedAt, lastAt, worktrees, cwd, transcript, turns, commits } as Session
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const isOneOf = (known: readonly string[], value: unknown): boolean => known.includes(value as string)
const isText = (value: unknown): boolean => typeof value === 'string'
