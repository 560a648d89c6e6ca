import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import type { Git } from '../../ports.ts'

export interface Diffs {
  git: Git
  /** Two between which there is this difference, as it was worked out here. */
  pairOf(digest: string): { base: Oid; head: Oid } | undefined
}

/** The same git, with a note of what was compared. */
export function notingDiffs(git: Git): Diffs {
  const pairs = new Map<string, { base: Oid; head: Oid }>()
  return {
    pairOf: digest => pairs.get(digest),
    git: {
      ...git,
      async diffDigest(base, head) {
        const digest = await git.diffDigest(base, head)
        pairs.set(digest, { base, head })
        return digest
      },
      async ownDigests(commits) {
        const digests = await git.ownDigests(commits)
        for (const { oid, parents } of commits)
          pairs.set(digests.get(oid) ?? '', { base: parents[0] ?? emptyTreeLike(oid), head: oid })
        return digests
      },
    },
  }
}
