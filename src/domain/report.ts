import type { Review } from './review.ts'
import type { Oid } from './snapshot.ts'

/** The first line of REVIEW.md: ours, and the view of which record. A file without it is somebody's own. */
export const reportMark = (review: string): string => `<!-- wingman: review ${review} -->`

export function reviewNamedIn(report: string): string | null {
  return /^<!-- wingman: review ([\w-]+) -->\r?\n/.exec(report)?.[1] ?? null
}

/** Why a report no longer speaks of what is here. */
export type Stale = 'no-record' | 'other-session' | 'other-content' | 'too-old'

/** What is known where the report lies. */
export interface Surroundings {
  /** The record that the report names; null when there is none that can be read. */
  record: Pick<Review, 'session' | 'snapshot'> | null
  /** For whom it is: see `readerOf`. */
  session: string | null
  /** The branch that is checked out; null on a detached HEAD. */
  branch: string | null
  head: { commit: Oid; tree: Oid } | null
  /** The commit on which uncommitted work stood when it was reviewed; null for a review of commits. */
  ghostParent: Oid | null
  ageMs: number
  ttlMs: number
}

/**
 * For whom a report is: whoever asks, while the session it was laid for is alive and will read it itself; else for whoever comes. A
 * person reads any.
 */
export function readerOf(
  author: string | null,
  { caller, isAuthorAlive }: { caller: string | null; isAuthorAlive: boolean },
): string | null {
  return author === null || caller === null || !isAuthorAlive ? author : caller
}

/** Only the view goes: what was found stays open in the record, and no verdict hangs on the time. */
export function whyStale(report: Surroundings): Stale | null {
  if (report.record === null) return 'no-record'
  if (report.record.session !== report.session) return 'other-session'
  if (!isOfThisContent(report.record.snapshot, report)) return 'other-content'
  return report.ageMs > report.ttlMs ? 'too-old' : null
}

/** Uncommitted work speaks of the commit below it as well: it is still there, or has been committed as it was. */
function isOfThisContent(
  { branch, tree }: Review['snapshot'],
  { branch: here, head, ghostParent }: Surroundings,
): boolean {
  if (branch !== here) return false
  return tree === head?.tree || (ghostParent !== null && ghostParent === head?.commit)
}
