import type { AgentName } from './agent-name.ts'

/** What an agent does in this repository: a turn is under way, it waits for a prompt, or it has left. */
export const SESSION_STATES = ['active', 'idle', 'ended'] as const
export type SessionState = (typeof SESSION_STATES)[number]

/** What its hooks and git's tell of it. */
export const SESSION_EVENTS = ['session-start', 'turn-start', 'turn-end', 'commit', 'session-end'] as const
export type SessionEvent = (typeof SESSION_EVENTS)[number]

/** An agent at work, as it is kept. */
export interface Session {
  agent: AgentName
  /** As the agent itself names it, in its hooks' payloads and in the environment of what it runs. */
  id: string
  state: SessionState
  startedAt: string
  /** The last sign of it. */
  lastAt: string
  /** The roots of the worktrees that it was seen in, the last one first. */
  worktrees: string[]
  /** Where the agent itself stands; null when only a commit told of it. */
  cwd: string | null
  /** The agent's own log of it. Untrusted, like the path itself. */
  transcript: string | null
  turns: number
  commits: number
}

/**
 * The whole machine. `new` is a session that nobody has told of yet.
 *
 * A commit says whose it is, not that a turn is under way: it is told of in the background, maybe after the turn or the session
 * ended. Only where nothing else was heard does it stand for a turn. And a session that starts in the middle of a turn was
 * compacted: the turn goes on.
 */
const TRANSITIONS: Readonly<Record<SessionState | 'new', Readonly<Record<SessionEvent, SessionState>>>> = {
  new: {
    'session-start': 'idle',
    'turn-start': 'active',
    'turn-end': 'idle',
    commit: 'active',
    'session-end': 'ended',
  },
  active: {
    'session-start': 'active',
    'turn-start': 'active',
    'turn-end': 'idle',
    commit: 'active',
    'session-end': 'ended',
  },
  idle: {
    'session-start': 'idle',
    'turn-start': 'active',
    'turn-end': 'idle',
    commit: 'idle',
    'session-end': 'ended',
  },
  ended: {
    'session-start': 'idle',
    'turn-start': 'active',
    'turn-end': 'ended',
    commit: 'ended',
    'session-end': 'ended',
  },
}

/** A turn that gives no sign for so long was killed: agents tell of the end of a turn, and a kill tells nothing. */
export const SILENT_SESSION_MS = 4 * 3_600_000

/** In a long list of worktrees nobody looks for the first. */
const MOST_WORKTREES = 20

/** One more thing that was heard of a session. */
export interface SessionSign {
  agent: AgentName
  id: string
  event: SessionEvent
  worktree: string
  transcript: string | null
  cwd: string | null
  at: Date
}

/** The session after what was heard; what a sign does not say stays as it was. */
export function heardOf(before: Session | null, sign: SessionSign): Session {
  const { agent, id, event, worktree, at } = sign
  const state = TRANSITIONS[before?.state ?? 'new'][event]
  const others = (before?.worktrees ?? []).filter(root => root !== worktree)
  return {
    agent,
    id,
    state,
    startedAt: before?.startedAt ?? at.toISOString(),
    lastAt: at.toISOString(),
    worktrees: [worktree, ...others].slice(0, MOST_WORKTREES),
    cwd: sign.cwd ?? before?.cwd ?? null,
    transcript: sign.transcript ?? before?.transcript ?? null,
    turns: (before?.turns ?? 0) + (event === 'turn-start' ? 1 : 0),
    commits: (before?.commits ?? 0) + (event === 'commit' ? 1 : 0),
  }
}

/** An idle one waits for its person, however long. A clock that was set makes an active one seem silent until its next sign. */
export function isAlive({ state, lastAt }: Pick<Session, 'state' | 'lastAt'>, now: Date): boolean {
  if (state !== 'active') return state === 'idle'
  return Math.abs(now.getTime() - Date.parse(lastAt)) < SILENT_SESSION_MS
}

/** As it counts now: one that was killed in a turn has ended. */
export const asOf = (session: Session, now: Date): Session =>
  isAlive(session, now) ? session : { ...session, state: 'ended' }

/** The other living sessions in the same directory, which should be told of each other. */
export function othersBeside(session: Session, sessions: readonly Session[], now: Date): Session[] {
  const [here] = session.worktrees
  return sessions.filter(
    other =>
      sessionName(other) !== sessionName(session) && other.worktrees[0] === here && isAlive(other, now),
  )
}

/** As requests, records and snapshots name it: `claude:<id>`. */
export const sessionName = ({ agent, id }: Pick<Session, 'agent' | 'id'>): string => `${agent}:${id}`

/** It becomes a word of a command line when the session is woken up, and of a request that sh writes. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9][\w.:-]{0,127}$/.test(id)
