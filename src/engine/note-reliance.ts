import type { LoopResult } from '../domain/review.ts'
import type { Oid } from '../domain/snapshot.ts'
import type { Store } from '../ports.ts'

/** What the gate came upon on its way: the approvals, and which trees it knew against which bases. */
export interface Reliance {
  approvals: Map<string, LoopResult>
  edges: Edge[]
}

export interface Edge {
  tree: Oid
  base: Oid
  digest: string
}

/** The same store, with a note of what it answered. */
export function notingReliance(store: Store): { store: Store; reliance: Reliance } {
  const reliance: Reliance = { approvals: new Map(), edges: [] }
  const noting: Store = {
    ...store,
    async result(key, policy) {
      const result = await store.result(key, policy)
      if (result && !('unreadable' in result) && result.outcome.verdict === 'approved')
        reliance.approvals.set(`${key} ${policy}`, result)
      return result
    },
    async digest(tree, base) {
      const digest = await store.digest(tree, base)
      if (digest !== null) reliance.edges.push({ tree, base, digest })
      return digest
    },
    async basesOf(tree) {
      const bases = await store.basesOf(tree)
      reliance.edges.push(...bases.map(edge => ({ tree, ...edge })))
      return bases
    },
  }
  return { store: noting, reliance }
}
