import type { Coverage } from '../../src/domain/coverage.ts'
import type { Finding, FindingDraft } from '../../src/domain/finding.ts'
import type { ReviewerOutcome } from '../../src/domain/outcome.ts'
import type { LoopOutcome, Review } from '../../src/domain/review.ts'
import type { Snapshot } from '../../src/domain/snapshot.ts'

export const draft = (more: Partial<FindingDraft> = {}): FindingDraft => ({
  rule: 'debugger-statement',
  severity: 'critical',
  blocking: false,
  file: 'src/a.ts',
  line: 1,
  endLine: null,
  title: 'A breakpoint is left in the code.',
  detail: null,
  fix: 'Remove it.',
  quote: 'debugger',
  confidence: 'certain',
  ...more,
})

export const finding = (more: Partial<Finding> = {}): Finding => ({
  id: 'f-1',
  loop: 'basics',
  reviewer: 'rules',
  ...draft(),
  ...more,
})

export const whole: Coverage = { covered: ['src/a.ts'], ignored: [], missed: [] }

export const outcome = (more: Partial<ReviewerOutcome> = {}): ReviewerOutcome => ({
  reviewer: 'rules',
  kind: 'rules',
  state: 'done',
  reason: null,
  claim: null,
  summary: null,
  findings: [],
  coverage: whole,
  cost: null,
  durationMs: 1,
  ...more,
})

export const snapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
  commit: 'a'.repeat(40),
  tree: 'b'.repeat(40),
  base: 'c'.repeat(40),
  baseTree: 'd'.repeat(40),
  baseName: 'main',
  branch: 'refs/heads/topic',
  kind: 'commit',
  digest: 'e'.repeat(64),
  commits: 1,
  uncommitted: 0,
  ...more,
})

export const loopOutcome = (more: Partial<LoopOutcome> = {}): LoopOutcome => ({
  loop: 'basics',
  policy: 'p'.repeat(64),
  state: 'run',
  reusedFrom: null,
  verdict: 'approved',
  reason: null,
  reviewers: [outcome()],
  ...more,
})

export const review = (more: Partial<Review> = {}): Review => ({
  version: 1,
  session: null,
  id: '20260101-000000000-abcdef',
  epoch: 1,
  part: false,
  trigger: 'post-commit',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 12,
  wingman: '0.1.0',
  snapshot: snapshot(),
  loops: [loopOutcome()],
  verdict: 'approved',
  reason: null,
  ...more,
})
