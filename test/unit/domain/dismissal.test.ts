import { describe, expect, test } from 'vitest'
import { aboutFinding, dismissedIn, type Seen, withDismissals } from '../../../src/domain/dismissal.ts'
import { type Finding, SEVERITIES } from '../../../src/domain/finding.ts'
import type { Dismissed } from '../../../src/domain/journal.ts'
import type { ReviewerOutcome } from '../../../src/domain/outcome.ts'
import { finding, loopOutcome, outcome, whole } from '../../support/findings.ts'

const SHOWN = { before: '', after: '100644 blob aa' }
const shown = { review: '1', commit: 'c'.repeat(40), digest: 'd'.repeat(64), change: SHOWN }
const sameDiff: Seen = { digest: shown.digest, changeOf: () => null }
const sameFile: Seen = { digest: 'other', changeOf: () => SHOWN }
const otherFile: Seen = { digest: 'other', changeOf: () => ({ ...SHOWN, after: '100644 blob bb' }) }
const otherBase: Seen = { digest: 'other', changeOf: () => ({ ...SHOWN, before: '100644 blob bb' }) }
const untouched: Seen = {
  digest: 'other',
  changeOf: () => ({ before: '100644 blob aa', after: '100644 blob aa' }),
}
const unknownFile: Seen = { digest: 'other', changeOf: () => null }
const person = { name: 'Ann', email: 'ann@example.com', account: 'ann', agent: null }

const dismissal = (found: Finding, more: Partial<Dismissed> = {}): Dismissed => ({
  version: 1,
  kind: 'dismissed',
  id: '1',
  at: '2026-11-19T00:00:00.000Z',
  ...aboutFinding(found, shown),
  reason: 'a fixture',
  who: person,
  ...more,
})

const bad = finding({ quote: 'debugger', file: 'a.js' })
const judged = (reviewer: Partial<ReviewerOutcome>, dismissals: Dismissed[], seen = sameFile) =>
  withDismissals(loopOutcome({ verdict: 'needs-revision', reviewers: [outcome(reviewer)] }), {
    failOn: 'critical',
    seen,
    dismissals,
  })

describe('a finding that a person dismissed', () => {
  test('speaks against nothing any more, is counted, and stays on record', () => {
    const found = judged({ findings: [bad] }, [dismissal(bad)])
    expect(found).toMatchObject({ verdict: 'approved', dismissed: [bad.id] })
    expect(found.reviewers[0]?.findings).toEqual([bad])
  })

  const trifle = finding({ id: 'f-trifle', severity: 'suggestion' })
  test.each<[string, Partial<ReviewerOutcome>, string]>([
    ['another finding stands', { findings: [bad, finding({ id: 'f-other' })] }, 'needs-revision'],
    ['the reviewer failed', { findings: [bad], state: 'failed', reason: 'crashed' }, 'unknown'],
    [
      'a part was not looked at',
      { findings: [bad], coverage: { ...whole, missed: [{ file: 'b', reason: 'big' }] } },
      'unknown',
    ],
    ['it asked for just that', { findings: [bad], claim: 'needs-revision' }, 'approved'],
    ['it asked for more than that', { findings: [bad, trifle], claim: 'needs-revision' }, 'approved'],
    ['it asked for a person, whatever it named', { findings: [bad], claim: 'rejected' }, 'rejected'],
  ])('and %s', (_, reviewer, verdict) => {
    expect(judged(reviewer, [dismissal(bad)]).verdict).toBe(verdict)
  })

  test('of a hundred that a model found, all dismissed, the rest was shown to nobody', () => {
    const many = Array.from({ length: 100 }, (_, at) => finding({ id: `f-${at}` }))
    const all = many.map(one => dismissal(one))
    expect(judged({ findings: many, claim: 'needs-revision' }, all).verdict).toBe('unknown')
    expect(judged({ findings: many.slice(1), claim: 'needs-revision' }, all).verdict).toBe('approved')
  })

  test('counts again once it is worse than what was shown', () => {
    for (const then of SEVERITIES)
      for (const now of SEVERITIES) {
        const found = judged({ findings: [{ ...bad, severity: now }] }, [
          dismissal({ ...bad, severity: then }),
        ])
        const isWorse = SEVERITIES.indexOf(now) > SEVERITIES.indexOf(then)
        expect(found.dismissed ?? [], `${then} → ${now}`).toEqual(isWorse ? [] : [bad.id])
      }
    expect(judged({ findings: [{ ...bad, blocking: true }] }, [dismissal(bad)]).dismissed).toBeUndefined()
  })

  test('is another one in other words, though a model quotes the same line', () => {
    const other = { ...bad, title: 'Without a user the admin is charged.' }
    expect(judged({ findings: [other] }, [dismissal(bad)]).verdict).toBe('needs-revision')
  })

  test("an agent's word does not count, whoever wrote it down", () => {
    const byAgent = dismissal(bad, { who: { ...person, agent: 'claude' } })
    expect(judged({ findings: [bad] }, [byAgent]).verdict).toBe('needs-revision')
  })
})

describe('a dismissal speaks for what was shown', () => {
  const wholeChange = finding({ file: null, line: null, quote: null })
  test.each<[string, Seen, Finding, boolean]>([
    ['the same diff', sameDiff, bad, true],
    ['another diff in which the same becomes of the file', sameFile, bad, true],
    ['another content of the file', otherFile, bad, false],
    ['the same content of the file, from another one', otherBase, bad, false],
    ['a file of which nothing is known', unknownFile, bad, false],
    ['the same diff, about the change as a whole', sameDiff, wholeChange, true],
    ['another diff, about the change as a whole', sameFile, wholeChange, false],
  ])('%s', (_, seen, found, speaks) => {
    expect(judged({ findings: [found] }, [dismissal(found)], seen).verdict).toBe(
      speaks ? 'approved' : 'needs-revision',
    )
  })

  test('in a file that the change leaves as it is, which says nothing of the change', () => {
    const elsewhere = dismissal(bad, { before: '100644 blob aa', after: '100644 blob aa' })
    expect(judged({ findings: [bad] }, [elsewhere], untouched).verdict).toBe('needs-revision')
    expect(judged({ findings: [bad] }, [elsewhere], sameDiff).verdict).toBe('approved')
  })

  test('and never for what a command said', () => {
    expect(judged({ kind: 'run', findings: [bad] }, [dismissal(bad)], sameDiff).verdict).toBe(
      'needs-revision',
    )
  })

  test('taken back, nothing of it is left', () => {
    const reopened = withDismissals(judged({ findings: [bad] }, [dismissal(bad)]), {
      failOn: 'critical',
      seen: sameDiff,
      dismissals: [],
    })
    expect(dismissedIn(reopened, { seen: sameDiff, dismissals: [] })).toEqual([])
    expect(reopened).toMatchObject({ verdict: 'needs-revision', dismissed: undefined })
  })
})
