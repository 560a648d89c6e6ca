import { expect, test } from 'vitest'
import { SEVERITIES, type Severity } from '../../../src/domain/finding.ts'
import { CLAIMS, REVIEWER_STATES } from '../../../src/domain/outcome.ts'
import { judge, overall, type Verdict } from '../../../src/domain/verdict.ts'
import { finding, outcome, whole } from '../../support/findings.ts'

const partial = { ...whole, missed: [{ file: 'big.sql', reason: 'larger than 5 MB' }] }

/** The truth table of design.md: a row is one reviewer, and `critical` is the threshold unless it says otherwise. */
const TABLE: [what: string, reviewer: Parameters<typeof outcome>[0], verdict: Verdict, failOn?: Severity][] =
  [
    ['nothing found', {}, 'approved'],
    ['it says approved and found nothing', { claim: 'approved' }, 'approved'],
    ['a finding below the threshold', { findings: [finding({ severity: 'warning' })] }, 'approved'],
    ['a finding at the threshold', { findings: [finding()] }, 'needs-revision'],
    [
      'a lower threshold',
      { findings: [finding({ severity: 'suggestion' })] },
      'needs-revision',
      'suggestion',
    ],
    ['its own approval overrides nothing', { claim: 'approved', findings: [finding()] }, 'needs-revision'],
    ['a blocking finding', { findings: [finding({ severity: 'suggestion', blocking: true })] }, 'rejected'],
    ['it says rejected', { claim: 'rejected' }, 'rejected'],
    ['rejected comes before a finding', { claim: 'rejected', findings: [finding()] }, 'rejected'],
    ['it asks for a revision and names nothing', { claim: 'needs-revision' }, 'unknown'],
    [
      'it asks for a revision of a trifle',
      { claim: 'needs-revision', findings: [finding({ severity: 'suggestion' })] },
      'approved',
    ],
    ['it covered less than the change', { coverage: partial }, 'unknown'],
    ['it covered less, and found something', { coverage: partial, findings: [finding()] }, 'needs-revision'],
    ['it covered less, and says approved', { coverage: partial, claim: 'approved' }, 'unknown'],
    ['it failed, after it had found something', { state: 'failed', findings: [finding()] }, 'needs-revision'],
  ]

test.each(TABLE)('%s', (_, reviewer, verdict, failOn = 'critical') => {
  expect(judge(failOn, [outcome(reviewer)]).verdict).toBe(verdict)
})

test.each(REVIEWER_STATES.filter(state => state !== 'done'))(
  'a reviewer that is %s approves nothing',
  state => {
    for (const claim of [null, ...CLAIMS]) {
      const { verdict } = judge('critical', [outcome(), outcome({ state, claim, reason: 'why' })])
      expect(verdict).toBe(claim === 'rejected' ? 'rejected' : 'unknown')
    }
  },
)

test('no combination of reviewers is approved unless each of them would be alone', () => {
  const rows = TABLE.map(([, reviewer]) => outcome(reviewer))
  for (const failOn of SEVERITIES) {
    for (const one of rows) {
      for (const other of rows) {
        const alone = [one, other].map(reviewer => judge(failOn, [reviewer]).verdict)
        const isApproved = judge(failOn, [one, other]).verdict === 'approved'
        expect(isApproved).toBe(alone.every(verdict => verdict === 'approved'))
      }
    }
  }
})

test('a loop in which nobody looked is not approved', () => {
  expect(judge('critical', [])).toEqual({ verdict: 'unknown', reason: 'no reviewer ran' })
})

test('the reason names what was not reviewed', () => {
  expect(judge('critical', [outcome({ coverage: partial })]).reason).toContain(
    'did not review big.sql (larger than 5 MB)',
  )
})

test('a run has the verdict of the first loop that did not pass', () => {
  const approved = { verdict: 'approved', reason: null } as const
  const unknown = { verdict: 'unknown', reason: 'why' } as const
  expect(overall([approved, unknown, { verdict: 'needs-revision', reason: null }])).toEqual(unknown)
  expect(overall([approved, approved]).verdict).toBe('approved')
  expect(overall([]).verdict).toBe('unknown')
})
