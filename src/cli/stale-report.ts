import { ignoreItself } from '../adapters/desk/desk.ts'
import { pendingOn } from '../adapters/desk/pending.ts'
import { reportFile, takeAway } from '../adapters/desk/report-file.ts'
import { markdownReport } from '../adapters/reporters/markdown.ts'
import { writeWhole } from '../adapters/store/files.ts'
import { readResolved } from '../config/read-resolved.ts'
import { type Stale, type Surroundings, whyStale } from '../domain/report.ts'
import type { Review } from '../domain/review.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'
import { headBranch } from './head-branch.ts'

/** Removes a REVIEW.md that no longer speaks of what is here, and says why. The findings stay open in the record. */
export async function dropStaleReport(project: Project): Promise<Stale | null> {
  const { at, ports } = project
  const file = await reportFile(at)
  if (!file?.review) return null
  const ageMs = ports.clock.now().getTime() - file.writtenAt.getTime()
  const why = whyStale({ ...(await surroundings(project, file.review)), ageMs })
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

async function surroundings(project: Project, review: string): Promise<Omit<Surroundings, 'ageMs'>> {
  const { git } = project.ports
  const record = await recordOf(project, review)
  const head = await git.commit('HEAD')
  const ghost = record?.snapshot.kind === 'ghost' ? await git.commit(record.snapshot.commit) : null
  return {
    record,
    session: null,
    branch: await git.symbolic('HEAD'),
    head: head && { commit: head.oid, tree: head.tree },
    ghostParent: ghost?.parents[0] ?? null,
    ttlMs: timeToLive(project),
  }
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
