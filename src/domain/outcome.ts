import type { Coverage } from './coverage.ts'
import type { Finding, FindingDraft } from './finding.ts'

/** How a reviewer ended. Every ending has the same shape, so whoever reads one has read them all. */
export const REVIEWER_STATES = [
  'done',
  'failed',
  'timed-out',
  'quota',
  'torn',
  'missing',
  'cancelled',
] as const
export type ReviewerState = (typeof REVIEWER_STATES)[number]

/** What a reviewer says of the change by itself. wingman computes the verdict; this only ever makes it stricter. */
export const CLAIMS = ['approved', 'needs-revision', 'rejected'] as const
type Claim = (typeof CLAIMS)[number]

export interface ReviewerReport {
  state: ReviewerState
  /** Why it did not finish, in one sentence; null when it did. */
  reason: string | null
  claim: Claim | null
  summary: string | null
  findings: FindingDraft[]
  coverage: Coverage
  cost: Cost | null
  /** What it printed, as it came. Masked before it is kept. */
  output: string
}

export interface Cost {
  dollars: number | null
  inputTokens: number | null
  outputTokens: number | null
  /** Worked out by us, where nobody said. */
  estimated?: boolean | undefined
}

/** A report with names, identities and a duration: what the record keeps. */
export interface ReviewerOutcome extends Omit<ReviewerReport, 'findings' | 'output'> {
  reviewer: string
  kind: 'rules' | 'run' | 'model'
  findings: Finding[]
  durationMs: number
}
