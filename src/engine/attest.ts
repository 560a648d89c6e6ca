import {
  type Attestation,
  type AttestedSnapshot,
  attestationOf,
  readsIn,
  whyNot,
} from '../domain/attestation.ts'
import { contentKey } from '../domain/content-key.ts'
import type { LoopResult } from '../domain/review.ts'
import { emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import type { Git, Store } from '../ports.ts'
import type { Alike, Edge, Reliance } from './note-reliance.ts'

interface World {
  git: Git
  store: Store
}

/** Review record → Attestation: what the gate relied on, so that others can rely on it. */
export async function attest(world: World, reliance: Reliance, signed: boolean): Promise<Attestation[]> {
  const made: Attestation[] = []
  for (const result of reliance.approvals.values()) {
    const wingman = (await world.store.review(result.review))?.wingman ?? null
    const { commit, tree, base, baseTree, digest } = result.snapshot
    const own = { commit, tree, base, baseTree, digest }
    // A result that is not of its own snapshot says nothing that others could make again.
    if (contentKey(readsIn(result.key), own) !== result.key) continue
    const met = [
      ...metElsewhere(result, reliance.edges),
      ...(await readAlike(world.git, result, reliance.alike)),
    ]
    for (const snapshot of [own, ...(await onBases(world.git, own, met))]) {
      made.push(attestationOf(result, { snapshot, wingman, signed }))
    }
  }
  return made.filter(attestation => whyNot(attestation) === null)
}

/**
 * On every base on which the gate met the same content: after a rebase the commits that were reviewed are nowhere but here. What
 * ran the tree holds on any base.
 */
function metElsewhere({ key }: LoopResult, edges: readonly Edge[]): Edge[] {
  const reads = readsIn(key)
  return reads === 'tree' ? [] : edges.filter(edge => contentKey(reads, edge) === key)
}

/**
 * A change that only reads the same has another key. It is attested under its own, which others make again from their own objects; that
 * it reads the same was seen here, where both are.
 */
async function readAlike(git: Git, { key }: LoopResult, alike: readonly Alike[]): Promise<Edge[]> {
  const found = alike.filter(({ digests }) =>
    digests.some(digest => key === contentKey('diff', { digest, tree: '' })),
  )
  const edges = found.map(async ({ base, head }): Promise<Edge[]> => {
    const [commit, digest] = await Promise.all([git.commit(head), git.diffDigest(base, head)])
    return commit ? [{ tree: commit.tree, base, digest }] : []
  })
  return (await Promise.all(edges)).flat()
}

async function onBases(git: Git, own: AttestedSnapshot, edges: readonly Edge[]): Promise<AttestedSnapshot[]> {
  const others = edges.filter(({ tree, base }) => tree !== own.tree || base !== own.base)
  const once = new Map(others.map(edge => [`${edge.tree} ${edge.base}`, edge]))
  const snapshots = [...once.values()].map(async ({ tree, base, digest }) => {
    const baseTree = await treeOf(git, base)
    return baseTree === null ? [] : [{ commit: null, tree, base, baseTree, digest }]
  })
  return (await Promise.all(snapshots)).flat()
}

async function treeOf(git: Git, base: Oid): Promise<Oid | null> {
  if (base === emptyTreeLike(base)) return base
  return (await git.commit(base))?.tree ?? null
}
