import { describe, expect, test } from 'vitest'
import { aboutFinding, openIn, withDismissals } from '../../../src/domain/dismissal.ts'
import { type Finding, SEVERITIES } from '../../../src/domain/finding.ts'
import type { Dismissed } from '../../../src/domain/journal.ts'
import type { ReviewerOutcome } from '../../../src/domain/outcome.ts'
import { finding, loopOutcome, outcome, review, snapshot, whole } from '../../support/findings.ts'

const content = { commit: 'c'.repeat(40), tree: 't'.repeat(40), base: 'b'.repeat(40), digest: 'd'.repeat(64) }
const elsewhere = { tree: 'u'.repeat(40), base: 'b'.repeat(40), digest: 'e'.repeat(64) }
const person = { name: 'Ann', email: 'ann@example.com', account: 'ann', agent: null }

const dismissal = (found: Finding, more: Partial<Dismissed> = {}): Dismissed => ({
  version: 1,
  kind: 'dismissed',
  id: '1',
  at: '2026-11-19T00:00:00.000Z',
  ...aboutFinding(found, content),
  reason: 'a fixture',
  who: person,
  ...more,
})

const bad = finding({ quote: 'debugger', file: 'a.js' })
const judged = (reviewer: Partial<ReviewerOutcome>, dismissals: Dismissed[], at = elsewhere) =>
  withDismissals(loopOutcome({ verdict: 'needs-revision', reviewers: [outcome(reviewer)] }), {
    failOn: 'critical',
    content: at,
    dismissals,
  })

describe('a finding that a person dismissed', () => {
  test('speaks against nothing any more, and is counted', () => {
    const found = judged({ findings: [bad] }, [dismissal(bad)])
    expect(found).toMatchObject({ verdict: 'approved', dismissed: [bad.id] })
    expect(found.reviewers[0]?.findings).toEqual([])
  })

  test.each<[string, Partial<ReviewerOutcome>, string]>([
    ['another finding stands', { findings: [bad, finding({ id: 'f-other', quote: 'x' })] }, 'needs-revision'],
    ['the reviewer failed', { findings: [bad], state: 'failed', reason: 'crashed' }, 'unknown'],
    [
      'a part was not looked at',
      { findings: [bad], coverage: { ...whole, missed: [{ file: 'b', reason: 'big' }] } },
      'unknown',
    ],
    ['it asked for just that', { findings: [bad], claim: 'needs-revision' }, 'approved'],
    ['it asked for a person, because of just that', { findings: [bad], claim: 'rejected' }, 'approved'],
    [
      'it asked for a person for more than that',
      { findings: [bad, finding({ id: 'f-o', severity: 'suggestion' })], claim: 'rejected' },
      'rejected',
    ],
  ])('and %s: %#', (_, reviewer, verdict) => {
    expect(judged(reviewer, [dismissal(bad)]).verdict).toBe(verdict)
  })

  test('a reviewer that asks for a person and names nothing is answered by nobody', () => {
    expect(judged({ claim: 'rejected', findings: [] }, [dismissal(bad)]).verdict).toBe('needs-revision')
  })

  test('counts again once it is worse than what was shown', () => {
    for (const shown of SEVERITIES)
      for (const now of SEVERITIES) {
        const found = judged({ findings: [{ ...bad, severity: now }] }, [
          dismissal({ ...bad, severity: shown }),
        ])
        const isWorse = SEVERITIES.indexOf(now) > SEVERITIES.indexOf(shown)
        expect(found.dismissed ?? [], `${shown} → ${now}`).toEqual(isWorse ? [] : [bad.id])
      }
    const blocking = { ...bad, blocking: true }
    expect(judged({ findings: [blocking] }, [dismissal(bad)]).dismissed).toBeUndefined()
  })

  test('is another one where the review began elsewhere', () => {
    const at = { ...elsewhere, base: 'z'.repeat(40) }
    expect(judged({ findings: [bad] }, [dismissal(bad)], at).verdict).toBe('needs-revision')
    expect(judged({ findings: [bad] }, [dismissal(bad)], { ...at, digest: content.digest }).verdict).toBe(
      'approved',
    )
  })

  test("an agent's word does not count, whoever wrote it down", () => {
    const byAgent = dismissal(bad, { who: { ...person, agent: 'claude' } })
    expect(judged({ findings: [bad] }, [byAgent]).verdict).toBe('needs-revision')
  })
})

describe('what has no words of its own is dismissed for this content alone', () => {
  const masked = finding({ quote: "key = 'AKIA****'" })
  const general = finding({ file: null, line: null, quote: null })
  test.each([
    ['a secret that is masked', masked, 'rules' as const],
    ['one about the change as a whole', general, 'model' as const],
  ])('%s', (_, found, kind) => {
    expect(judged({ kind, findings: [found] }, [dismissal(found)]).dismissed).toBeUndefined()
    for (const same of [
      { ...elsewhere, tree: content.tree },
      { ...elsewhere, digest: content.digest },
    ])
      expect(judged({ kind, findings: [found] }, [dismissal(found)], same).dismissed).toEqual([found.id])
  })

  test('a command that failed says the same of every failure: only of this tree', () => {
    const by = (at: typeof elsewhere) =>
      judged({ kind: 'run', findings: [bad] }, [dismissal(bad)], at).dismissed
    expect(by(elsewhere)).toBeUndefined()
    expect(by({ ...elsewhere, digest: content.digest })).toBeUndefined()
    expect(by({ ...elsewhere, tree: content.tree })).toEqual([bad.id])
  })
})

test('a view of a record leaves the verdict as it was', () => {
  const loops = [loopOutcome({ reviewers: [outcome({ findings: [bad] })] })]
  const record = review({ verdict: 'needs-revision', snapshot: snapshot(content), loops })
  const view = openIn(record, [dismissal(bad)])
  expect(view).toMatchObject({ verdict: 'needs-revision', loops: [{ dismissed: [bad.id] }] })
  expect(openIn(record, [])).toEqual(record)
})
