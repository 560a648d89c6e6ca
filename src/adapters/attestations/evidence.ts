import { resultOf, whyNot } from '../../domain/attestation.ts'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import type { Evidence, Git } from '../../ports.ts'
import type { Carried, Refusal } from './read.ts'

interface CarriedEvidence {
  evidence: Evidence
  /** What was come upon and did not count. */
  refused: Map<string, Refusal>
}

interface Sources {
  git: Git
  carried: readonly Carried[]
  /** Why nobody who is trusted stands behind it; null when somebody does. */
  doubts(carried: Carried): Promise<string | null>
}

/**
 * What others have carried here, as evidence. Nothing that it says of content is believed: custody makes the keys from the
 * objects of this repository, and a diff between a base and a tree is made here as well.
 */
export function carriedEvidence({ git, carried, doubts }: Sources): CarriedEvidence {
  const refused: CarriedEvidence['refused'] = new Map()
  const refuse = ({ ref }: Carried, why: string) => refused.set(ref, { ref, why, isUnreadable: false })
  const basesOf = async (tree: Oid) => {
    const found = new Map<Oid, { base: Oid; digest: string }>()
    for (const one of carried) {
      const { snapshot } = one.attestation
      if (snapshot.tree !== tree || found.has(snapshot.base)) continue
      const { base } = snapshot
      if (base !== emptyTreeLike(base) && !(await git.commit(base))) continue
      const digest = await git.diffDigest(base, tree)
      if (digest === snapshot.digest) found.set(base, { base, digest })
      else refuse(one, 'it names a difference that is not the one between its base and its tree')
    }
    return [...found.values()]
  }
  return {
    refused,
    evidence: {
      basesOf,
      digest: async (tree, base) => (await basesOf(tree)).find(edge => edge.base === base)?.digest ?? null,
      // What reads the same was reviewed somewhere else, between commits that need not be here: it cannot be made again.
      digestsOf: async () => [],
      async result(key, policy) {
        for (const one of carried) {
          if (one.attestation.key !== key || one.attestation.policy !== policy) continue
          const why = whyNot(one.attestation) ?? (await doubts(one))
          if (why === null) return resultOf(one.attestation)
          refuse(one, why)
        }
        return null
      },
    },
  }
}
