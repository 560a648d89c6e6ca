import { latestOf } from '../../adapters/store/branch-pointer.ts'
import type { Standpoint } from '../../domain/epoch.ts'
import type { Review } from '../../domain/review.ts'
import type { AtHand } from './at-hand.ts'

/**
 * Whether a review speaks of the commit that is checked out: of that very one, of another by the same content, or of work that was
 * not committed on top of it. Git is asked only about the last. A stale one is never handed over: its successor is on its way.
 */
export async function isCurrent(
  { at, rest }: AtHand,
  { id, snapshot }: Review,
  { ref, commit }: Standpoint,
): Promise<boolean> {
  if (ref !== snapshot.branch || commit === null) return false
  if (commit === snapshot.commit) return true
  if (snapshot.kind === 'ghost') return (await rest()).isOnTopOf(snapshot.commit, commit)
  const latest = ref === null ? null : await latestOf(at, ref).catch(() => null)
  return latest?.review === id && latest.commit === commit
}
