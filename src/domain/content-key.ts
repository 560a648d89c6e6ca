import type { ResolvedReviewer } from './resolved-config.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * What a loop's result depends on. One that only read the diff stays valid for the same diff, one that ran the tree for
 * the same tree; a loop that did both needs both to be the same.
 */
export const READS = ['diff', 'tree', 'both'] as const
export type Reads = (typeof READS)[number]

export type Content = Pick<Snapshot, 'digest' | 'tree'>

/** The digest of a diff in which nothing changed: sha256 of nothing. */
export const NO_CHANGE = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export function contentKey(reads: Reads, content: Content): string {
  switch (reads) {
    case 'diff':
      return `diff-${content.digest}`
    case 'tree':
      return `tree-${content.tree}`
    case 'both':
      return `both-${content.digest}-${content.tree}`
  }
}

/** A command that is asked only when certain paths changed depends on the change as well: it may not have run at all. */
export function readsOf(reviewers: readonly Pick<ResolvedReviewer, 'kind' | 'paths'>[]): Reads {
  const runsTree = reviewers.some(({ kind }) => kind === 'run')
  const readsDiff = reviewers.some(({ kind, paths }) => kind !== 'run' || paths !== null)
  return runsTree ? (readsDiff ? 'both' : 'tree') : 'diff'
}
