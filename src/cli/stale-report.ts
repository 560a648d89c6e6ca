import { ignoreItself } from '../adapters/desk/desk.ts'
import { pendingOn } from '../adapters/desk/pending.ts'
import { reportFile, takeAway } from '../adapters/desk/report-file.ts'
import { markdownReport } from '../adapters/reporters/markdown.ts'
import { writeWhole } from '../adapters/store/files.ts'
import { sessionsHere } from '../adapters/store/sessions.ts'
import { readResolved } from '../config/read-resolved.ts'
import { readerOf, type Stale, type Surroundings, whyStale } from '../domain/report.ts'
import type { Review } from '../domain/review.ts'
import { type SessionState, sessionName } from '../domain/session.ts'
import { WingmanError } from '../errors.ts'
import { callingSession } from './caller.ts'
import type { Project } from './compose.ts'
import { headBranch } from './head-branch.ts'

/** Removes a REVIEW.md that no longer speaks of what is here, and says why. The findings stay open in the record. */
export async function dropStaleReport(project: Project): Promise<Stale | null> {
  const { at, ports } = project
  const file = await reportFile(at)
  if (!file?.review) return null
  const ageMs = ports.clock.now().getTime() - file.writtenAt.getTime()
  const here = await surroundings(project, file.review)
  const why = whyStale({ ...here, ageMs })
  // In the middle of a turn it may be reading it.
  if (why === 'other-session' && here.authorState === 'active') return null
  if (why === null || !(await takeAway(at, file.review))) return null
  ports.log.info('report.removed', { review: file.review, why })
  return why
}

/** What waits to be handed over on this branch is laid out again, if it still speaks of what is here: the branch was left and come back to. */
export async function layAgain(project: Project): Promise<void> {
  const { at, ports } = project
  const id = await pendingOn(at, await headBranch(project))
  const record = id && !(await reportFile(at)) ? await recordOf(project, id) : null
  if (!record) return
  const ageMs = ports.clock.now().getTime() - Date.parse(record.startedAt)
  if (whyStale({ ...(await surroundings(project, record.id)), ageMs }) !== null) return
  await ignoreItself(at)
  await writeWhole(at.report, markdownReport(record))
  ports.log.info('report.laid-again', { review: record.id })
}

interface Here extends Omit<Surroundings, 'ageMs'> {
  /** What the session does that it was laid for. */
  authorState: SessionState | null
}

async function surroundings(project: Project, review: string): Promise<Here> {
  const { git } = project.ports
  const record = await recordOf(project, review)
  const author = record?.session ?? null
  const authorState = await stateOf(project, author)
  const isAuthorAlive = authorState === 'active' || authorState === 'idle'
  const head = await git.commit('HEAD')
  const ghost = record?.snapshot.kind === 'ghost' ? await git.commit(record.snapshot.commit) : null
  return {
    record,
    authorState,
    session: readerOf(author, { caller: callingSession(), isAuthorAlive }),
    branch: await git.symbolic('HEAD'),
    head: head && { commit: head.oid, tree: head.tree },
    ghostParent: ghost?.parents[0] ?? null,
    ttlMs: timeToLive(project),
  }
}

async function stateOf({ at, ports }: Project, session: string | null): Promise<SessionState | null> {
  if (session === null) return null
  const sessions = await sessionsHere(at, ports.clock.now())
  return sessions.find(it => sessionName(it) === session)?.state ?? null
}

/** A damaged record counts as none; one that only cannot be read by this version is there all the same. */
async function recordOf({ ports }: Project, id: string): Promise<Review | null> {
  try {
    return await ports.store.review(id)
  } catch (error) {
    if (error instanceof WingmanError && error.code === 'E_DAMAGED') return null
    throw error
  }
}

/** Of the config as it was last resolved: a broken one is no reason to take anything away. */
function timeToLive({ at, paths, ports }: Project): number {
  const known = readResolved(at.own, paths.root, ports.version)
  return ('config' in known ? known.config?.delivery.reportTtlMs : undefined) ?? Number.POSITIVE_INFINITY
}
