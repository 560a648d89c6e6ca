import { atLeast, type Finding, type Severity } from './finding.ts'
import type { Dismissed } from './journal.ts'
import type { ReviewerOutcome } from './outcome.ts'
import type { LoopOutcome, Review } from './review.ts'
import type { Oid, Snapshot } from './snapshot.ts'
import { judge } from './verdict.ts'

// A person's word that a finding is wrong. It speaks for what they were shown, and for no more.

export type Content = Pick<Snapshot, 'tree' | 'base' | 'digest'>

interface Known {
  content: Content
  dismissals: readonly Dismissed[]
}

/** What was judged, without what a person has dismissed since, and judged again by what is left. */
export function withDismissals(
  outcome: LoopOutcome,
  { failOn, ...known }: Known & { failOn: Severity },
): LoopOutcome {
  const open = stillOpen(outcome, known)
  return open === outcome ? outcome : { ...open, ...judge(failOn, open.reviewers) }
}

/** The same record with only what is open: a view for those who have something to do about it. The verdict is that of its time. */
export function openIn(review: Review, dismissals: readonly Dismissed[]): Review {
  const known = { content: review.snapshot, dismissals }
  return { ...review, loops: review.loops.map(loop => stillOpen(loop, known)) }
}

function stillOpen(outcome: LoopOutcome, { content, dismissals }: Known): LoopOutcome {
  const isDismissed = (finding: Finding, { kind }: ReviewerOutcome) =>
    dismissals.some(one => speaksOf(one, { finding, kind, content }))
  const dismissed = outcome.reviewers.flatMap(reviewer =>
    reviewer.findings.filter(finding => isDismissed(finding, reviewer)),
  )
  if (dismissed.length === 0) return outcome
  const reviewers = outcome.reviewers.map(it => without(it, finding => isDismissed(finding, it)))
  return {
    ...outcome,
    reviewers,
    dismissed: [...(outcome.dismissed ?? []), ...dismissed.map(({ id }) => id)],
  }
}

/** Whoever asked for a revision, or for a person, and named nothing else has been answered. */
function without(reviewer: ReviewerOutcome, isDismissed: (finding: Finding) => boolean): ReviewerOutcome {
  const findings = reviewer.findings.filter(finding => !isDismissed(finding))
  const isAnswered = findings.length === 0 && reviewer.findings.length > 0
  return { ...reviewer, findings, claim: isAnswered ? null : reviewer.claim }
}

interface Subject {
  finding: Finding
  kind: ReviewerOutcome['kind']
  content: Content
}

function speaksOf(dismissal: Dismissed, { finding, kind, content }: Subject): boolean {
  if (dismissal.who.agent !== null || dismissal.finding !== finding.id) return false
  // One that has become worse is another one.
  if (!atLeast(dismissal.severity, finding.severity) || (finding.blocking && !dismissal.blocking))
    return false
  if (kind === 'run') return dismissal.tree === content.tree
  if (dismissal.tree === content.tree || dismissal.digest === content.digest) return true
  // Against another base the one that was shown may be out of sight, and what has its words now is the next one.
  return dismissal.base === content.base && isToldByItsWords(finding)
}

/** Of a secret that is masked, another would have the same words; so would all that is said of a change as a whole. */
const isToldByItsWords = ({ file, quote }: Finding): boolean =>
  file !== null && quote !== null && quote.trim() !== '' && !quote.includes('****')

type AboutFinding = Omit<Dismissed, 'version' | 'kind' | 'id' | 'at' | 'reason' | 'who'>

/** What the journal says of a finding that somebody was shown. */
export function aboutFinding(finding: Finding, content: Content & { commit: Oid }): AboutFinding {
  const { id, loop, reviewer, rule, file, severity, blocking } = finding
  const { commit, tree, base, digest } = content
  return { finding: id, loop, reviewer, rule, file, severity, blocking, commit, tree, base, digest }
}
