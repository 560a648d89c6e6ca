import type { Review } from '../domain/review.ts'
import type { Ports } from '../ports.ts'
import type { Run } from './start-run.ts'

/**
 * A commit that changed nothing but its message or its date is no review: the last one of the branch looked at this very
 * content, with these very loops, and from now on speaks of this commit. Answers whether that is so.
 */
export async function carryOn({ store, log }: Pick<Ports, 'store' | 'log'>, run: Run): Promise<boolean> {
  const { branch, commit } = run.snapshot
  const latest = branch && (await store.latest(branch))
  const before = latest ? await store.review(latest.review).catch(() => null) : null
  if (!branch || !before || !isSame(before, run)) return false
  await store.noteBase(run.snapshot, run.patch)
  await store.speaksOf(branch, { review: before.id, commit })
  log.info('review.carried-on', { review: before.id, commit })
  return true
}

function isSame(before: Review, { snapshot, loops }: Run): boolean {
  return (
    before.verdict !== 'unknown' &&
    before.snapshot.digest === snapshot.digest &&
    before.snapshot.tree === snapshot.tree &&
    before.loops.length === loops.length &&
    loops.every(
      ({ name, policy }, at) => before.loops[at]?.loop === name && before.loops[at]?.policy === policy,
    )
  )
}
