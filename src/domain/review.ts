import type { Epoch } from './epoch.ts'
import type { Finding } from './finding.ts'
import type { ReviewerOutcome } from './outcome.ts'
import type { Snapshot } from './snapshot.ts'
import type { Trigger } from './trigger.ts'
import { overall, type Verdict } from './verdict.ts'

/** The record of one run: what was looked at, by whom, what they found, and what follows from it. */
export interface Review {
  version: 1
  id: string
  trigger: Trigger
  startedAt: string
  durationMs: number
  wingman: string
  /** Under which it began; see domain/epoch.ts. */
  epoch: Epoch
  /** Asked for a part of the branch or of its loops: it says nothing about what else is open there. */
  part: boolean
  /** The agent's session that the change came from; null when none is known. */
  session: string | null
  snapshot: Snapshot
  loops: LoopOutcome[]
  verdict: Verdict
  reason: string | null
}

export interface LoopOutcome {
  loop: string
  policy: string
  /** `reused`: the same content under the same policy was judged before, by the review that is named. */
  state: 'run' | 'reused' | 'not-run'
  reusedFrom: string | null
  verdict: Verdict
  reason: string | null
  reviewers: ReviewerOutcome[]
  /** The ids of findings that a person had dismissed by then: they stand on record, and speak against nothing. */
  dismissed?: string[] | undefined
}

/** What is kept under a content key and a policy digest, so that the same content is never judged twice. */
export interface LoopResult {
  version: 1
  loop: string
  policy: string
  key: string
  review: string
  snapshot: Snapshot
  outcome: LoopOutcome
}

/**
 * Sorts by time for people who list them; nothing is decided by it. To the millisecond: two reviews of one worktree follow
 * each other within a second.
 */
export function reviewId(at: Date, nonce: string): string {
  return `${at
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')}-${nonce}`
}

/** Another process has taken the lock over, and does the work. */
export const PASSED_OVER = 'passed over'

/** Why a run was ended before it was through: by a person, or because a newer commit is there to be looked at, or somebody else at work. */
export const CUT_SHORT = ['interrupted', 'superseded', PASSED_OVER] as const
export type CutShort = (typeof CUT_SHORT)[number]

/** Like one that was asked for a part, it knows less than the one before it, which stays the last that has something to say. */
export const wasCutShort = ({ reason }: Pick<Review, 'reason'>): boolean =>
  CUT_SHORT.some(why => why === reason)

export const isDismissed = (
  { dismissed = [] }: Pick<LoopOutcome, 'dismissed'>,
  { id }: { id: string },
): boolean => dismissed.includes(id)

/** What is open. */
export const findingsOf = (review: Pick<Review, 'loops'>): Finding[] => review.loops.flatMap(openFindings)

export const openFindings = (loop: Pick<LoopOutcome, 'reviewers' | 'dismissed'>): Finding[] =>
  loop.reviewers.flatMap(({ findings }) => findings).filter(finding => !isDismissed(loop, finding))

/** What came of the loops that had their turn; one that had to wait for another has no say. */
export function concludes(loops: readonly LoopOutcome[]): { verdict: Verdict; reason: string | null } {
  const { verdict, reason } = overall(loops.filter(loop => loop.state !== 'not-run'))
  return { verdict, reason }
}
