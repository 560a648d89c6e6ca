import type { Oid } from '../../domain/snapshot.ts'
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
      async diffDigests(asked) {
        const digests = await git.diffDigests(asked)
        for (const [at, pair] of asked.entries()) pairs.set(digests[at] ?? '', pair)
        return digests
      },
    },
  }
}
