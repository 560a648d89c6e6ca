import { type Refusal, whyRefuse } from '../domain/follow-up.ts'
import type { Review } from '../domain/review.ts'
import { emptyTreeLike, type Snapshot } from '../domain/snapshot.ts'
import type { Ports } from '../ports.ts'

/** Whether a snapshot may be the next round of a review; null when nothing stands against it. */
export async function checkFollowUp(
  { git, epoch }: Pick<Ports, 'git' | 'epoch'>,
  { epoch: began, snapshot: before }: Pick<Review, 'epoch' | 'snapshot'>,
  snapshot: Snapshot,
): Promise<Refusal | null> {
  const isBaseBelow =
    before.base === emptyTreeLike(before.commit) || (await git.isAncestor(before.base, 'HEAD'))
  return whyRefuse({
    began: { epoch: began, tree: before.tree, base: before.base },
    now: { epoch: await epoch.observe(), tree: snapshot.tree },
    isBaseBelow,
  })
}
