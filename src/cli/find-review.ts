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
    const latest = ref && (await store.latest(ref))
    const id = latest ? latest.review : ids[0]
    const review = id ? await store.review(id) : null
    if (review) return review
    if (latest) throw goneRecord(latest.review)
    throw new WingmanError({
      code: 'E_NOT_FOUND',
      message: 'Nothing was reviewed yet.',
      hint: 'Review what you have: `wingman run review`.',
    })
  }
  const named = ids.filter(id => id.startsWith(name))
  // One that was set aside is in no list, and is said to be damaged.
  const review = named.length < 2 ? await store.review(named[0] ?? name) : null
  if (review) return review
  if (named.length > 1)
    throw new WingmanError({
      code: 'E_AMBIGUOUS',
      message: `${named.length} reviews begin with \`${name}\`.`,
      hint: named.slice(0, 5).join('\n'),
    })
  return byCommit({ store, git }, ids, name)
}

const goneRecord = (id: string): WingmanError =>
  new WingmanError({
    code: 'E_DAMAGED',
    kind: 'undecided',
    message: `The record of the last review of this branch, ${id}, is gone.`,
    hint: 'Review again with `wingman run review`.',
  })

/** The last review of this branch, be it of the whole or of a part. */
export async function newestReview({ store, git }: Pick<Ports, 'store' | 'git'>): Promise<Review> {
  const ref = await git.symbolic('HEAD')
  for (const id of await store.reviewIds()) {
    const review = await store.review(id).catch(() => null)
    if (review && review.snapshot.branch === ref) return review
  }
  return findReview({ store, git }, undefined)
}

async function byCommit(
  { store, git }: Pick<Ports, 'store' | 'git'>,
  ids: readonly string[],
  name: string,
): Promise<Review> {
  const commit = await git.commit(name)
  const ref = await git.symbolic('HEAD')
  const latest = ref && (await store.latest(ref))
  // An amended message is no review of its own: the one before speaks of it.
  if (latest && latest.commit === commit?.oid) return findReview({ store, git }, undefined)
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
