import { quickStandpoint } from '../../adapters/git/locate.ts'
import type { Review } from '../../domain/review.ts'
import { type Project, standpointOf } from '../compose.ts'

/**
 * Whether a review speaks of the commit that is checked out: of that very one, of another by the same content, or of work that was
 * not committed on top of it. Git is asked only where its files do not say it. A stale one is never handed over: its successor
 * is on its way.
 */
export async function isCurrent(project: Project, { id, snapshot }: Review): Promise<boolean> {
  const { paths, ports } = project
  const { ref, commit } = quickStandpoint(paths) ?? (await standpointOf(ports.git))
  if (ref !== snapshot.branch || commit === null) return false
  if (commit === snapshot.commit) return true
  if (snapshot.kind === 'ghost') return isOnTopOf(project, snapshot.commit, commit)
  const latest = ref === null ? null : await ports.store.latest(ref).catch(() => null)
  return latest?.review === id && latest.commit === commit
}

/** Or has been committed since, as it was. */
async function isOnTopOf({ ports }: Project, ghost: string, commit: string): Promise<boolean> {
  const [reviewed, head] = await Promise.all([ports.git.commit(ghost), ports.git.commit(commit)])
  return reviewed?.parents[0] === commit || (reviewed !== null && reviewed.tree === head?.tree)
}
