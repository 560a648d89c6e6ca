import type { Review } from '../domain/review.ts'
import { WingmanError } from '../errors.ts'
import type { Ports } from '../ports.ts'

/** By its id or the beginning of one, by the commit it looked at, or else the last one of this branch. */
export async function findReview(
  { store, git }: Pick<Ports, 'store' | 'git'>,
  name: string | undefined,
): Promise<Review> {
  const ids = await store.reviewIds()
  if (name === undefined) {
    const ref = await git.symbolic('HEAD')
    const id = (ref && (await store.latest(ref))?.review) ?? ids[0]
    const review = id ? await store.review(id) : null
    if (review) return review
    throw new WingmanError({
      code: 'E_NOT_FOUND',
      message: 'Nothing was reviewed yet.',
      hint: 'Review what you have: `wingman run review`.',
    })
  }
  const named = ids.filter(id => id.startsWith(name))
  if (named.length === 1 && named[0]) {
    const review = await store.review(named[0])
    if (review) return review
  }
  if (named.length > 1)
    throw new WingmanError({
      code: 'E_AMBIGUOUS',
      message: `${named.length} reviews begin with \`${name}\`.`,
      hint: named.slice(0, 5).join('\n'),
    })
  return byCommit({ store, git }, ids, name)
}

async function byCommit(
  { store, git }: Pick<Ports, 'store' | 'git'>,
  ids: readonly string[],
  name: string,
): Promise<Review> {
  const commit = await git.commit(name)
  for (const id of commit ? ids : []) {
    const review = await store.review(id).catch(() => null)
    if (review && review.snapshot.commit === commit?.oid) return review
  }
  throw new WingmanError({
    code: 'E_NOT_FOUND',
    message: commit
      ? `The commit \`${name}\` has no review of its own.`
      : `There is no review \`${name}\`, and no commit of that name.`,
    hint: 'See what was reviewed with `wingman log`.',
  })
}
