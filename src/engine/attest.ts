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
import type { Edge, Reliance } from './note-reliance.ts'

interface World {
  git: Git
  store: Store
}

/** Review record → Attestation: what the gate relied on, so that others can rely on it. */
export async function attest(world: World, reliance: Reliance, signed: boolean): Promise<Attestation[]> {
  const made: Attestation[] = []
  for (const result of reliance.approvals.values()) {
    const wingman = (await world.store.review(result.review))?.wingman ?? null
    for (const snapshot of await snapshotsOf(world.git, result, reliance.edges)) {
      made.push(attestationOf(result, { snapshot, wingman, signed }))
    }
  }
  return made.filter(attestation => whyNot(attestation) === null)
}

/**
 * As it was reviewed, and on every base on which the gate met the same content: after a rebase the commits that were
 * reviewed are nowhere but here. What ran the tree holds on any base.
 */
async function snapshotsOf(
  git: Git,
  { key, snapshot }: LoopResult,
  edges: readonly Edge[],
): Promise<AttestedSnapshot[]> {
  const { commit, tree, base, baseTree, digest } = snapshot
  const own = { commit, tree, base, baseTree, digest }
  const reads = readsIn(key)
  const met = reads === 'tree' ? [] : edges.filter(edge => contentKey(reads, edge) === key)
  const elsewhere = new Map(
    met
      .filter(edge => edge.tree !== tree || edge.base !== base)
      .map(edge => [`${edge.tree} ${edge.base}`, edge]),
  )
  const others = await Promise.all(
    [...elsewhere.values()].map(async edge => {
      const baseTree = await treeOf(git, edge.base)
      return baseTree === null ? [] : [{ commit: null, ...edge, baseTree }]
    }),
  )
  return [own, ...others.flat()]
}

async function treeOf(git: Git, base: Oid): Promise<Oid | null> {
  if (base === emptyTreeLike(base)) return base
  return (await git.commit(base))?.tree ?? null
}
