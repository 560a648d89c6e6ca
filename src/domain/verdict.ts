import { isWhole } from './coverage.ts'
import { atLeast, type Severity } from './finding.ts'
import type { ReviewerOutcome } from './outcome.ts'

/** Unknown is never clean. */
export const VERDICTS = ['approved', 'needs-revision', 'rejected', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Judgement {
  verdict: Verdict
  /** Why it is unknown, or who rejected; null when the findings speak for themselves. */
  reason: string | null
}

type Judged = Pick<ReviewerOutcome, 'reviewer' | 'state' | 'reason' | 'claim' | 'findings' | 'coverage'>

/**
 * The verdict of one loop. A reviewer only reports: its own "approved" overrides nothing, and what it could not see
 * was not reviewed. The order of the questions is the design's.
 */
export function judge(failOn: Severity, outcomes: readonly Judged[]): Judgement {
  const rejection = outcomes.find(o => o.claim === 'rejected' || o.findings.some(f => f.blocking))
  if (rejection) return { verdict: 'rejected', reason: `${rejection.reviewer} needs a person to decide` }

  if (outcomes.some(o => o.findings.some(f => atLeast(f.severity, failOn)))) {
    return { verdict: 'needs-revision', reason: null }
  }

  for (const outcome of outcomes) {
    const doubt = doubtAbout(outcome)
    if (doubt) return { verdict: 'unknown', reason: `${outcome.reviewer}: ${doubt}` }
  }
  if (outcomes.length === 0) return { verdict: 'unknown', reason: 'no reviewer ran' }
  return { verdict: 'approved', reason: null }
}

function doubtAbout(outcome: Judged): string | null {
  if (outcome.state !== 'done') return outcome.reason ?? outcome.state
  const [missed] = outcome.coverage.missed
  if (missed && !isWhole(outcome.coverage)) {
    const more = outcome.coverage.missed.length - 1
    return `did not review ${missed.file} (${missed.reason})${more > 0 ? ` and ${more} more` : ''}`
  }
  if (outcome.claim === 'needs-revision' && outcome.findings.length === 0)
    return 'asks for a revision and names nothing'
  return null
}

/** The verdict of a whole run: that of the first loop that did not pass. */
export function overall(judgements: readonly Judgement[]): Judgement {
  const first = judgements.find(j => j.verdict !== 'approved')
  if (first) return first
  return judgements.length > 0
    ? { verdict: 'approved', reason: null }
    : { verdict: 'unknown', reason: 'no loop ran' }
}
