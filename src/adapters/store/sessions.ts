import { constants, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { AgentName } from '../../domain/agent-name.ts'
import {
  asOf,
  heardOf,
  isSessionId,
  type Session,
  type SessionEvent,
  type SessionSign,
} from '../../domain/session.ts'
import { WingmanError } from '../../errors.ts'
import type { Layout } from './layout.ts'
import { makeFolder } from './make-folder.ts'
import { parseSession, sessionText } from './session-file.ts'

/** What a hook saw of an agent. */
export interface SessionSeen {
  agent: AgentName
  id: string
  event: SessionEvent
  transcript?: string | null
  cwd?: string
  now: Date
}

type Place = Pick<Layout, 'root' | 'sessions' | 'damaged'>

// Sessions are kept for all worktrees in one folder, since an agent may go from one into another: `claude-<its id>.<n>.json`, of
// which the highest n speaks. A hook and the worker may both have something to tell at the same moment: each makes the next
// number, and whoever comes second reads again. The ones below are taken away, so mostly there is one file for a session. Whoever
// is built upon in that very moment tells once more: a count may be one too high, and no sign is lost.
//
// Nothing is synced to the disk, which takes longer than a hook has: after a power cut no agent is at work anyway.

/** Keeps what was seen, and answers the session as it is now. */
export async function noteSession(at: Layout, seen: SessionSeen): Promise<Session> {
  if (!isSessionId(seen.id))
    throw new WingmanError({
      code: 'E_USAGE',
      message: `${seen.agent} has no sessions that are named like this.`,
    })
  makeFolder(at.sessions)
  const sign = signOf(at, seen)
  for (;;) {
    const { number, session } = await current(at, seen)
    const next = heardOf(session, sign)
    if (put(at, fileName(seen), number + 1, sessionText(next))) return next
  }
}

/** Those that were seen in this worktree, the last one first; ended ones too, and one that was killed in a turn counts as that. */
export async function sessionsHere(at: Layout, now: Date): Promise<Session[]> {
  return (await allSessions(at, now)).filter(({ worktrees }) => worktrees.includes(at.root))
}

/** Null when nobody told of it, or what is kept of it cannot be read. */
export async function readSession(at: Place, named: Pick<Session, 'agent' | 'id'>): Promise<Session | null> {
  const name = fileName(named)
  const session = parseSession(read(at, name, highest(at, name)) ?? '')
  return session === 'newer' ? null : session
}

/** Of all worktrees. What cannot be read is no session; `doctor` tells of it. */
export async function allSessions(at: Place, now: Date): Promise<Session[]> {
  const speaking = new Map<string, number>()
  for (const { name, number } of files(at)) speaking.set(name, Math.max(number, speaking.get(name) ?? 0))
  const found = [...speaking].map(([name, number]) => parseSession(read(at, name, number) ?? ''))
  return found
    .filter(session => session !== null && session !== 'newer')
    .map(session => asOf(session, now))
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
}

function signOf({ root }: Place, { agent, id, event, transcript, cwd, now }: SessionSeen): SessionSign {
  const path = (it: string | null | undefined) => (it && isAbsolute(it) && it.length <= 4096 ? it : null)
  return { agent, id, event, worktree: root, transcript: path(transcript), cwd: path(cwd), at: now }
}

async function current(at: Layout, seen: SessionSeen): Promise<{ number: number; session: Session | null }> {
  const name = fileName(seen)
  const number = highest(at, name)
  const text = number === 0 ? null : read(at, name, number)
  const session = text === null ? null : parseSession(text)
  if (session === 'newer')
    throw new WingmanError({
      code: 'E_NEWER',
      kind: 'undecided',
      message: 'The session was last noted by a newer wingman: update this one.',
    })
  // Taken away by somebody who was faster, its successor is there: the next number that is ours to make will not be free.
  if (session === null && text !== null) await setDamagedAside(at, join(at.sessions, full(name, number)))
  return { number, session }
}

async function setDamagedAside(at: Layout, path: string): Promise<void> {
  const { setAside } = await import('./set-aside.ts')
  await setAside(at, path)
}

/** Whether this number was free, and nobody has made a higher one since it was read and taken away. */
function put(at: Place, name: string, number: number, text: string): boolean {
  const temporary = join(at.sessions, `.tmp-${process.pid}-${process.hrtime.bigint().toString(16)}`)
  writeFileSync(temporary, text, { flag: 'wx' })
  try {
    linkSync(temporary, join(at.sessions, full(name, number)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  const others = numbersOf(at, name)
  const isHighest = others.every(other => other <= number)
  for (const other of others)
    if (other < number) rmSync(join(at.sessions, full(name, other)), { force: true })
  if (!isHighest) rmSync(join(at.sessions, full(name, number)), { force: true })
  return isHighest
}

/** Without capitals, which some disks do not tell apart. A digest would do, and load what takes a hook 2 ms. */
const fileName = ({ agent, id }: Pick<SessionSeen, 'agent' | 'id'>): string =>
  `${agent}-${id.replace(/[^a-z0-9-]/g, one => `_${one.charCodeAt(0).toString(16)}`)}`

const highest = (at: Place, name: string): number => Math.max(0, ...numbersOf(at, name))

function numbersOf({ sessions }: Pick<Place, 'sessions'>, name: string): number[] {
  const ours = names(sessions).filter(file => file.startsWith(`${name}.`))
  return ours.flatMap(file => Number(/\.(\d+)\.json$/.exec(file)?.[1] ?? []))
}

const full = (name: string, number: number): string => `${name}.${number}.json`

function files({ sessions }: Pick<Place, 'sessions'>): { name: string; number: number }[] {
  return names(sessions).flatMap(file => {
    const [, name, number] = /^([a-z]+-[a-z0-9_-]+)\.(\d+)\.json$/.exec(file) ?? []
    return name && number ? [{ name, number: Number(number) }] : []
  })
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

// A pipe in its place would be waited for.
const AT_ONCE = (constants.O_RDONLY | constants.O_NONBLOCK) as unknown as string

function read({ sessions }: Pick<Place, 'sessions'>, name: string, number: number): string | null {
  try {
    return readFileSync(join(sessions, full(name, number)), { encoding: 'utf8', flag: AT_ONCE })
  } catch (error) {
    return isGone(error) ? null : ''
  }
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
