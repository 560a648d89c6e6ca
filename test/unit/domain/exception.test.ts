import { expect, test } from 'vitest'
import { exceptionsIn, withExceptions } from '../../../src/domain/exception.ts'
import { answerOf, type RefAnswer } from '../../../src/domain/gate.ts'
import { gateDocument } from '../../../src/domain/gate-document.ts'
import { reportOn } from '../../../src/domain/gate-report.ts'
import { type Allowed, heldEntry, sameOccasion, tameReason, tameRemote } from '../../../src/domain/journal.ts'

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]

const ref = (commit: string, more: Partial<RefAnswer> = {}): RefAnswer => ({
  ref: `refs/heads/${commit[0]}`,
  commit,
  commits: 1,
  upTo: null,
  loosened: [],
  silence: null,
  gates: ['ship'],
  loops: [
    {
      loop: 'basics',
      standing: 'rejected',
      commit,
      reason: 'why',
      review: 'r',
      findings: [],
      reviewed: null,
      ignored: [],
      dismissed: [],
      byCommand: false,
      gap: null,
      effect: 'block',
    },
  ],
  effect: 'block',
  note: null,
  ...more,
})

const allowed = (commit: string, id = 'one'): Allowed => ({
  version: 1,
  kind: 'allowed',
  id,
  at: '2026-01-02T00:00:00.000Z',
  commit,
  ref: 'refs/heads/main',
  remote: 'origin',
  reason: 'why',
  loosened: [],
  who: { name: 'Ann', email: null, account: null, agent: null },
})

test('an exception opens its own tip, and no other', () => {
  expect(withExceptions(answerOf([ref(A)]), [allowed(A)])).toMatchObject({ allowed: true })
  expect(withExceptions(answerOf([ref(B)]), [allowed(A)])).toMatchObject({ allowed: false })
  expect(withExceptions(answerOf([ref(A), ref(B)]), [allowed(A)])).toMatchObject({ allowed: false })
})

test('a branch and a tag at the same commit pass by one exception', () => {
  const both = answerOf([ref(A), ref(A, { ref: 'refs/tags/v1' })])
  const applied = withExceptions(both, [allowed(A), allowed(A, 'two')])
  expect(exceptionsIn(applied)).toEqual([{ id: 'one', commit: A, refs: ['refs/heads/a', 'refs/tags/v1'] }])
})

test('what passes anyway uses no exception', () => {
  const answer = answerOf([ref(A, { effect: 'warn' }), ref(B, { effect: 'pass' })])
  expect(exceptionsIn(withExceptions(answer, [allowed(A), allowed(B)]))).toEqual([])
})

test('the document names head, blockers, and each loop as passed or not', () => {
  const document = gateDocument(answerOf([ref(A), ref(B, { loops: [], note: 'is not a commit' })]))
  expect(document).toMatchObject({ version: 1, allowed: false, head: A })
  const nothing = { waitsFor: null, findings: [], loosened: [] }
  expect(document.blockers).toEqual([
    { ref: 'refs/heads/a', loop: 'basics', standing: 'rejected', commit: A, reason: 'why', ...nothing },
    { ref: 'refs/heads/b', loop: null, standing: null, commit: B, reason: 'is not a commit', ...nothing },
  ])
  expect(document.refs[0]).toMatchObject({ exception: null, loops: [{ passed: false }] })
  expect(gateDocument(withExceptions(answerOf([ref(A)]), [allowed(A)]))).toMatchObject({
    allowed: true,
    blockers: [],
    refs: [{ exception: { id: 'one' } }],
  })
})

test('a policy that asks for less is a blocker with a reason', () => {
  const loosened = ['a loop is gone', 'a gate is gone']
  const { blockers } = gateDocument(answerOf([ref(A, { loosened })]))
  expect(blockers[0]).toMatchObject({ loop: null, reason: expect.stringContaining('looser'), loosened })
})

const occasion = { at: '2026-01-02T03:04:05.000Z', remote: 'origin', agent: null }

test('what is held is written down, what passes is not, and the same push on the same day is the same', () => {
  expect(heldEntry(answerOf([ref(A, { effect: 'pass' })]), occasion)).toBeNull()
  const first = heldEntry(answerOf([ref(A)]), occasion)
  const again = heldEntry(answerOf([ref(A)]), { ...occasion, at: '2026-01-02T23:00:00.000Z' })
  const other = heldEntry(answerOf([ref(B)]), occasion)
  if (!first || !again || !other) throw new Error('each of them is held')
  expect(first.effect).toBe('block')
  expect(sameOccasion(again)).toBe(sameOccasion(first))
  expect(sameOccasion(other)).not.toBe(sameOccasion(first))
})

test('the report counts per loop and reason, and only what is recent', () => {
  const held = heldEntry(answerOf([ref(A), ref(B)]), occasion)
  const warned = heldEntry(answerOf([ref(A, { effect: 'warn' })]), occasion)
  if (!held || !warned) throw new Error('both are held')
  const entries = [
    { ...held, id: '1' },
    { ...warned, id: '2' },
    { ...held, id: '3', at: '2025-01-01T00:00:00.000Z' },
    { ...allowed(A), at: '2025-01-01T00:00:00.000Z' },
  ]
  const report = reportOn(entries, '2026-01-01T00:00:00.000Z')
  expect(report).toMatchObject({
    held: 1,
    warned: 1,
    loops: [{ loop: 'basics', standing: 'rejected', held: 1, warned: 1 }],
    exceptions: { given: [], used: [], open: [{ id: 'one' }] },
    blockers: { found: 0, dismissed: 0 },
    dismissals: [],
  })
})

test('a reason and an address lose their secrets and their escapes', () => {
  expect(tameReason(' token \x1b[31mAKIAIOSFODNN7EXAMPLE\n ok ')).toBe('token AKIA**** ok')
  expect(tameRemote('https://me:secret@host/x')).not.toContain('secret')
})
