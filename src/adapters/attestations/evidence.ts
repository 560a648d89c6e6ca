import { type Attestation, notOfThese, resultOf, whyNot } from '../../domain/attestation.ts'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import type { Evidence, Git } from '../../ports.ts'
import type { GitDoor } from '../git/door.ts'
import { nameOf, treeChanges } from '../git/tree-changes.ts'
import { type Diffs, notingDiffs } from './noting-diffs.ts'
import type { Carried, Refusal } from './read.ts'

interface CarriedEvidence {
  evidence: Evidence
  /** For custody to ask: what it works out is what attestations are held against. */
  git: Git
  /** What was come upon and did not count. */
  refused: Map<string, Refusal>
}

interface Sources {
  git: Git
  door: GitDoor
  carried: readonly Carried[]
  /** Why nobody who is trusted stands behind it; null when somebody does. */
  doubts(carried: Carried): Promise<Doubt | null>
}

export type Doubt = Pick<Refusal, 'why' | 'signature'>

/**
 * What others have carried here, as evidence. Nothing that it says of content is believed: custody makes the keys from the
 * objects of this repository, and a diff between a base and a tree is made here as well, with the files that it changes.
 */
export function carriedEvidence({ git: plain, door, carried, doubts }: Sources): CarriedEvidence {
  const { git, pairOf } = notingDiffs(plain)
  const refused: CarriedEvidence['refused'] = new Map()
  const refuse = ({ ref, attestation: { loop } }: Carried, doubt: Doubt) =>
    refused.set(ref, { ref, loop, isUnreadable: false, ...doubt })
  const basesOf = async (tree: Oid) => {
    const found = new Map<Oid, { base: Oid; digest: string }>()
    for (const one of carried) {
      const { snapshot } = one.attestation
      if (snapshot.tree !== tree || found.has(snapshot.base)) continue
      const digest = await digestOf(git, one.attestation)
      if (digest === snapshot.digest) found.set(snapshot.base, { base: snapshot.base, digest })
      else if (digest !== null) refuse(one, { why: OTHER_DIFFERENCE })
    }
    return [...found.values()]
  }
  return {
    git,
    refused,
    evidence: {
      basesOf,
      digest: async (tree, base) => (await basesOf(tree)).find(edge => edge.base === base)?.digest ?? null,
      // What only reads the same is attested under its own key by whoever saw that; nobody here has to look into files.
      digestsOf: async () => [],
      async result(key, { policy }) {
        for (const one of carried) {
          if (one.attestation.key !== key || one.attestation.policy !== policy) continue
          const why = whyNot(one.attestation) ?? (await uncovered({ git, door, pairOf }, one.attestation))
          const doubt = why === null ? await doubts(one) : { why }
          if (doubt === null) return resultOf(one.attestation)
          refuse(one, doubt)
        }
        return null
      },
    },
  }
}

const OTHER_DIFFERENCE = 'it names a difference that is not the one between its base and its tree'

/** Between the base and the tree that it names; null when the base is not here. */
async function digestOf(git: Git, { snapshot: { base, tree } }: Attestation): Promise<string | null> {
  if (base !== emptyTreeLike(base) && !(await git.commit(base))) return null
  return git.diffDigest(base, tree)
}

/** Whether it speaks of all the files that changed, and no others; a command that ran a tree on a base that is not here ran all of it. */
async function uncovered(
  { git, door, pairOf }: { git: Git; door: GitDoor; pairOf: Diffs['pairOf'] },
  attestation: Attestation,
): Promise<string | null> {
  if (attestation.reads === 'tree') {
    const digest = await digestOf(git, attestation)
    if (digest === null) return null
    if (digest !== attestation.snapshot.digest) return OTHER_DIFFERENCE
  }
  const pair = pairOf(attestation.snapshot.digest)
  if (!pair) return 'the difference that it names was met nowhere here'
  const changes = await treeChanges(door, pair.base, pair.head)
  return notOfThese(
    attestation,
    changes.map(({ path }) => nameOf(path)),
  )
}
