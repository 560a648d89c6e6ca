import { expect, test } from 'vitest'
import { jsonBelow } from '../../../src/domain/ascii-json.ts'
import { attestationSchema } from '../../../src/domain/attestation.schema.ts'
import {
  type Attestation,
  attestationMessage,
  attestationOf,
  coverageOf,
  isCoherent,
  readsIn,
  resultOf,
  whyNot,
} from '../../../src/domain/attestation.ts'
import { contentKey, READS } from '../../../src/domain/content-key.ts'
import type { ReviewerOutcome } from '../../../src/domain/outcome.ts'
import { loopResultSchema } from '../../../src/domain/review.schema.ts'
import type { LoopResult } from '../../../src/domain/review.ts'

const content = { tree: 'c'.repeat(40), digest: 'd'.repeat(64) }
const snapshot = { ...content, commit: 'a'.repeat(40), base: 'b'.repeat(40), baseTree: 'e'.repeat(40) }

const reviewer: ReviewerOutcome = {
  reviewer: 'rules',
  kind: 'rules',
  state: 'done',
  reason: null,
  claim: null,
  summary: 'a summary that stays here',
  findings: [],
  coverage: { covered: ['é.js'], ignored: [], missed: [] },
  cost: null,
  durationMs: 5,
}

const result: LoopResult = {
  version: 1,
  loop: 'basics',
  policy: 'f'.repeat(64),
  key: contentKey('diff', content),
  review: '20261118-082400417-b40158',
  snapshot: {
    ...snapshot,
    baseName: 'main',
    branch: 'refs/heads/x',
    kind: 'commit',
    commits: 1,
    uncommitted: 0,
  },
  outcome: {
    loop: 'basics',
    policy: 'f'.repeat(64),
    state: 'run',
    reusedFrom: null,
    verdict: 'approved',
    reason: null,
    reviewers: [reviewer],
  },
}

const attestation = attestationOf(result, { snapshot, wingman: '0.1.0', signed: false })

test('it comes back as it was, through a message that every encoding leaves alone', () => {
  const message = attestationMessage(attestation)
  expect(message).toMatch(/^[\x20-\x7e\n]+$/)
  expect(attestationSchema.parse(jsonBelow(message))).toEqual(attestation)
  expect(attestation.at).toBe('2026-11-18T08:24:00.417Z')
})

test('it says who looked at what, and not what they said', () => {
  const quote = { severity: 'warning', quote: 'secret code' }
  const findings = [quote, quote] as unknown as ReviewerOutcome['findings']
  const told = attestationOf(
    { ...result, outcome: { ...result.outcome, reviewers: [{ ...reviewer, findings }] } },
    { snapshot, wingman: null, signed: true },
  )
  expect(told.reviewers).toEqual([
    { name: 'rules', kind: 'rules', state: 'done', findings: { critical: 0, warning: 2, suggestion: 0 } },
  ])
  expect(attestationMessage(told)).not.toMatch(/secret code|summary/)
})

test('as a result it fits the schema of results', () => {
  expect(loopResultSchema.safeParse(resultOf(attestation)).success).toBe(true)
  expect(
    loopResultSchema.safeParse(resultOf({ ...attestation, snapshot: { ...snapshot, commit: null } })).success,
  ).toBe(true)
})

const BAD: [string, Partial<Attestation>][] = [
  ['its verdict is needs-revision', { verdict: 'needs-revision' }],
  ['its verdict is unknown', { verdict: 'unknown' }],
  [
    'it did not cover x.js',
    { coverage: { covered: [], ignored: [], missed: [{ file: 'x.js', reason: 'large' }] } },
  ],
  [
    'its reviewer rules did not finish',
    { reviewers: attestation.reviewers.map(one => ({ ...one, state: 'torn' })) },
  ],
  ['it names no reviewer', { reviewers: [] }],
]

test.each(BAD)('it approves nothing when %s', (why, change) => {
  expect(whyNot(attestation)).toBeNull()
  expect(whyNot({ ...attestation, ...change })).toBe(why)
})

test.each(READS)('its key must be of its own content: %s', reads => {
  const good = { ...attestation, reads, key: contentKey(reads, content) }
  expect(readsIn(good.key)).toBe(reads)
  expect(isCoherent(good)).toBe(true)
  for (const other of READS.filter(name => name !== reads))
    expect(isCoherent({ ...good, reads: other })).toBe(false)
  const elsewhere = { ...snapshot, tree: '0'.repeat(40), digest: '0'.repeat(64) }
  expect(isCoherent({ ...good, snapshot: elsewhere })).toBe(false)
})

test('missed by one is missed; ignored is what nobody looked at', () => {
  const omitted = (file: string) => ({ file, reason: 'why' })
  const coverage = coverageOf([
    { coverage: { covered: ['a', 'b'], ignored: [omitted('c'), omitted('d')], missed: [] } },
    { coverage: { covered: ['c'], ignored: [omitted('d')], missed: [omitted('a')] } },
  ])
  expect(coverage).toEqual({ covered: ['b', 'c'], ignored: [omitted('d')], missed: [omitted('a')] })
})

test.each([
  ['a version of the future', { version: 2 }],
  ['a field that nobody knows', { extra: true }],
  ['a policy that is none', { policy: 'loose' }],
  ['a time that is none', { at: 'yesterday' }],
  ['a verdict that is none', { verdict: 'fine' }],
])('the schema refuses %s', (_, change) => {
  expect(attestationSchema.safeParse({ ...attestation, ...change }).success).toBe(false)
})
