import type { LoopResult } from '../domain/review.ts'
import type { Oid } from '../domain/snapshot.ts'
import type { Git, Store } from '../ports.ts'

/** What the gate came upon on its way: the approvals, and which trees it knew against which bases. */
export interface Reliance {
  approvals: Map<string, LoopResult>
  edges: Edge[]
  /** Changes that it knew by how they read, between a base and a commit. */
  alike: Alike[]
}

export interface Edge {
  tree: Oid
  base: Oid
  digest: string
}

export interface Alike {
  base: Oid
  head: Oid
  /** Of the reviewed diffs that read the same. */
  digests: string[]
}

interface World {
  git: Git
  store: Store
}

/** The same world, with a note of what it answered. */
export function notingReliance({ git, store }: World): World & { reliance: Reliance } {
  const reliance: Reliance = { approvals: new Map(), edges: [], alike: [] }
  const { patchDigest, digestsOf } = notingAlike({ git, store }, reliance)
  const noting: Store = {
    ...store,
    digestsOf,
    async result(key, loop) {
      const result = await store.result(key, loop)
      if (result && !('unreadable' in result) && result.outcome.verdict === 'approved')
        reliance.approvals.set(`${key} ${loop.policy}`, result)
      return result
    },
    async digest(tree, base) {
      const digest = await store.digest(tree, base)
      if (digest !== null) reliance.edges.push({ tree, base, digest })
      return digest
    },
    async step(commit) {
      const step = await store.step(commit)
      if (step) reliance.edges.push({ tree: step.tree, base: step.parent, digest: step.digest })
      return step
    },
    async basesOf(tree) {
      const bases = await store.basesOf(tree)
      reliance.edges.push(...bases.map(edge => ({ tree, ...edge })))
      return bases
    },
  }
  return { git: { ...git, patchDigest }, store: noting, reliance }
}

/** Which diffs read as one between these two is known only by both answers. */
function notingAlike(
  { git, store }: World,
  { alike }: Reliance,
): Pick<Git, 'patchDigest'> & Pick<Store, 'digestsOf'> {
  const asked = new Map<string, { base: Oid; head: Oid }[]>()
  return {
    async patchDigest(base, head) {
      const patch = await git.patchDigest(base, head)
      if (patch !== null) asked.set(patch, [...(asked.get(patch) ?? []), { base, head }])
      return patch
    },
    async digestsOf(patch) {
      const digests = await store.digestsOf(patch)
      if (digests.length > 0) alike.push(...(asked.get(patch) ?? []).map(pair => ({ ...pair, digests })))
      return digests
    },
  }
}
