import type { Oid } from '../domain/snapshot.ts'
import type { Commit, Evidence, Store } from '../ports.ts'

export interface Steps {
  news: Commit[]
  /** The same evidence, which knows the steps' own digests already. */
  evidence: Evidence
}

/**
 * From a commit down to what the remote has, by what was noted of each when it was reviewed: so no git has to walk there. Null
 * where that leads elsewhere, as it does for a merge, a tag, or a commit that nobody has looked at by itself.
 */
export async function stepsTo(store: Store, tip: Oid, end: Oid): Promise<Steps | null> {
  const digests = new Map<string, string>()
  const news: Commit[] = []
  for (let oid = tip; oid !== end; ) {
    const step = news.length < MOST ? await store.step(oid) : null
    if (step === null) return null
    news.push({ oid, tree: step.tree, parents: [step.parent] })
    digests.set(`${step.tree} ${step.parent}`, step.digest)
    oid = step.parent
  }
  const digest = async (tree: Oid, base: Oid) => digests.get(`${tree} ${base}`) ?? store.digest(tree, base)
  return { news, evidence: { ...store, digest } }
}

/** Notes that lead in a circle were not made by us. */
const MOST = 100_000
