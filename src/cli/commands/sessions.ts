import { allSessions, noteSession } from '../../adapters/store/sessions.ts'
import { AGENT_TITLES } from '../../domain/agent-name.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { isAlive, type Session, sessionName } from '../../domain/session.ts'
import type { Ports } from '../../ports.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findSession } from '../find-session.ts'
import { takeHeard } from '../hooks/take-heard.ts'
import { paint, print, printJson } from '../io.ts'
import { countsOf, stateOf } from '../session-words.ts'

interface Options {
  json?: boolean
}

/** `wingman sessions list`: the one that was heard of last first, of all worktrees. */
export async function sessionsList({ all = false, json }: Options & { all?: boolean }): Promise<number> {
  const project = await projectNow()
  const now = project.ports.clock.now()
  const sessions = (await allSessions(project.at, now)).filter(session => all || isAlive(session, now))
  if (json) printJson({ version: 1, sessions })
  else print(sessions.map(session => line(session, now, project.paths.root)).join('\n') || nothing(all))
  return EXIT.fine
}

const nothing = (all: boolean): string =>
  all ? 'No agent was seen here yet.' : 'No agent is at work here. Those that have left: --all'

function line(session: Session, now: Date, here: string): string {
  const [root = here] = session.worktrees
  const elsewhere = root === here ? '' : oneLine(root)
  return [sessionName(session), stateOf(session, now), countsOf(session), paint().dim(elsewhere)]
    .filter(Boolean)
    .join('  ')
}

/** `wingman sessions show <session>`: what is known of it, and what was reviewed of its work. */
export async function sessionsShow(name: string, { json }: Options): Promise<number> {
  const project = await projectNow()
  const session = await findSession(project, name)
  const reviews = await reviewsOf(project.ports, session)
  if (json) printJson({ version: 1, session, reviews })
  else print([...facts(session, project.ports.clock.now()), ...reviews.map(reviewLine)].join('\n'))
  return EXIT.fine
}

const reviewLine = ({ id, verdict }: Reviewed): string =>
  `${paint().dim('review'.padEnd(10))} ${id} ${verdict}`

function facts(session: Session, now: Date): string[] {
  const rows = {
    session: sessionName(session),
    agent: AGENT_TITLES[session.agent],
    state: stateOf(session, now),
    began: session.startedAt,
    told: countsOf(session),
    worktree: session.worktrees.join(', '),
    folder: session.cwd,
    transcript: session.transcript,
  }
  return Object.entries(rows)
    .filter(([, value]) => value !== null && value !== '')
    .map(([row, value]) => `${paint().dim(row.padEnd(10))} ${oneLine(String(value), 2000)}`)
}

const MOST_REVIEWS = 10

type Reviewed = Awaited<ReturnType<typeof reviewsOf>>[number]

/** The newest first. One that cannot be read is doctor's. */
async function reviewsOf({ store }: Pick<Ports, 'store'>, session: Session) {
  const found: { id: string; startedAt: string; verdict: string }[] = []
  for (const id of await store.reviewIds()) {
    const review = await store.review(id).catch(() => null)
    if (review?.session !== sessionName(session)) continue
    found.push({ id, startedAt: review.startedAt, verdict: review.verdict })
    if (found.length === MOST_REVIEWS) break
  }
  return found
}

/** `wingman sessions stop <session>`: it has left, although nobody told. The agent itself is left alone. */
export async function sessionsStop(name: string, { json }: Options): Promise<number> {
  const project = await projectNow()
  const { clock, log } = project.ports
  const found = await findSession(project, name)
  const [root = project.at.root] = found.worktrees
  const { agent, id } = found
  const session = await noteSession(
    { ...project.at, root },
    { agent, id, event: 'session-end', now: clock.now() },
  )
  log.info('session.stopped', { agent })
  if (json) printJson({ version: 1, session })
  else print(`${sessionName(session)} counts as ended${found.state === 'ended' ? ' already' : ''}.`)
  if (!json && found.state !== 'ended') print(paint().dim(AFTERWARDS(commandOf(project))))
  return EXIT.fine
}

const AFTERWARDS = (command: string): string =>
  `Its program was not touched: should it go on, its next prompt brings it back. See ${command} sessions list`

/** With what agents' hooks have put aside since the last that looked. */
async function projectNow(): Promise<Project> {
  const project = openProject()
  await takeHeard({ at: project.at, log: project.ports.log }).catch(() => {})
  return project
}
