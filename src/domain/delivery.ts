import { findingsOf, type Review } from './review.ts'

/** What a review asks of those who wrote the change. */
export interface Papers {
  /** The agent has something to do: write the report, and hand it over at the next chance. */
  report: boolean
  /** How many findings are open. */
  open: number
  /** The person has something to know although nothing was found: the reviewers could not decide. */
  undecided: string | null
}

export function papersFor(review: Pick<Review, 'loops' | 'verdict' | 'reason'>): Papers {
  const open = findingsOf(review).length
  return {
    report: open > 0,
    open,
    undecided: review.verdict === 'unknown' && open === 0 ? (review.reason ?? 'no reviewer ran') : null,
  }
}
