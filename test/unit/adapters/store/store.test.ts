import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openHolding } from '../../../../src/adapters/store/holding.ts'
import { layout } from '../../../../src/adapters/store/layout.ts'
import { checkResult } from '../../../../src/adapters/store/read-result.ts'
import { openStore } from '../../../../src/adapters/store/store.ts'
import { loopResultSchema } from '../../../../src/domain/review.schema.ts'
import type { LoopResult } from '../../../../src/domain/review.ts'
import type { Fence } from '../../../../src/ports.ts'
import { finding, loopOutcome, outcome, review, snapshot } from '../../../support/findings.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const result = (more: Partial<LoopResult> = {}): LoopResult => ({
  version: 1,
  loop: 'basics',
  policy: 'p'.repeat(64),
  key: 'diff-x',
  review: review().id,
  snapshot: snapshot(),
  outcome: loopOutcome({ verdict: 'needs-revision', reviewers: [outcome({ findings: [finding()] })] }),
  ...more,
})

function store(fence: Fence = openHolding()) {
  const dir = temporaryFolder()
  return storeIn(dir, fence)
}

function storeIn(dir: string, fence: Fence) {
  mkdirSync(join(dir, '.git/worktrees/other'), { recursive: true })
  const at = layout({ root: dir, gitDir: join(dir, '.git'), commonDir: join(dir, '.git') })
  return { at, store: openStore(at, fence) }
}

test('a review that is saved is read again, and named as the last of its branch', async () => {
  const { store: it } = store()
  await it.saveReview(review(), new Map([['basics.rules', 'output']]))
  expect(await it.review(review().id)).toEqual(review())
  expect(await it.latest('refs/heads/topic')).toEqual({ review: review().id, commit: snapshot().commit })
})

test('a damaged record is no review, and is said to be damaged', async () => {
  const { at, store: it } = store()
  mkdirSync(join(at.reviews, 'x'), { recursive: true })
  writeFileSync(at.review('x'), '{"version":1')
  await expect(it.review('x')).rejects.toMatchObject({ code: 'E_DAMAGED', kind: 'undecided' })
})

test('an id that is a path leads nowhere', async () => {
  const { store: it } = store()
  expect(await it.review('../../../etc')).toBeNull()
})

const terms = (letter: string) => ({ policy: letter.repeat(64), failOn: 'critical' as const })

test('a fresh judgement stands above the older one, which is kept', async () => {
  const { at, store: it } = store()
  await it.saveResult(result(), null)
  await it.saveResult(result({ outcome: loopOutcome({ verdict: 'approved' }) }), null)
  expect(await it.result('diff-x', terms('p'))).toMatchObject({ outcome: { verdict: 'approved' } })
  expect(await it.result('diff-x', terms('q'))).toBeNull()
  expect(await it.basesOf(snapshot().tree)).toEqual([{ base: snapshot().base, digest: snapshot().digest }])
  expect(at.results('diff-x')).toContain('diff-x')
})

test.each([
  ['not JSON', '{', 'is not JSON'],
  ['empty', '', 'is not JSON'],
  [
    'of a later version',
    JSON.stringify({ ...result(), version: 2 }),
    'was written by a newer wingman (version 2 of the format, this one reads 1): update this one',
  ],
  ['without a verdict', JSON.stringify({ ...result(), outcome: {} }), 'is damaged'],
])('a result that is %s is unreadable, never an approval', (_, text, words) => {
  expect(checkResult(text, 'file')).toEqual({ unreadable: expect.stringContaining(words) })
})

/** Whatever zod refuses in the fields that the gate uses, the check by hand refuses too. */
test('the check that hooks make lets nothing pass that the schema would not', () => {
  const paths = [
    ['version'],
    ['loop'],
    ['policy'],
    ['key'],
    ['review'],
    ['snapshot'],
    ['outcome'],
    ['outcome', 'verdict'],
    ['outcome', 'reviewers'],
    ['snapshot', 'commit'],
    ['snapshot', 'digest'],
  ]
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      const text = JSON.stringify(withValue(result(), path, value))
      const byHand = !('unreadable' in checkResult(text, 'file'))
      const bySchema = loopResultSchema.safeParse(JSON.parse(text)).success
      if (bySchema) expect(byHand).toBe(true)
      if (byHand && !bySchema) expect(onlyAboutText(path, value)).toBe(true)
    }),
    { examples: [[['version'], { toString: false }]] },
  )
})

// By hand an id need only be text: one that is wrong names nothing that exists.
const onlyAboutText = (path: string[], value: unknown) =>
  (path[0] === 'snapshot' && typeof value === 'string') ||
  (path.at(-1) === 'reviewers' && Array.isArray(value))

function withValue(document: object, [first = '', ...rest]: string[], value: unknown): object {
  const inner = (document as Record<string, unknown>)[first]
  return { ...document, [first]: rest.length > 0 ? withValue(inner as object, rest, value) : value }
}

const fenceOf = (number: number, isCurrent = true): Fence => ({
  number: () => number,
  isCurrent: async () => isCurrent,
})

describe('what speaks for a branch', () => {
  const ref = 'refs/heads/topic'
  const older = review({ id: '20260101-000000000-aaaaaa' })
  const newer = review({ id: '20260102-000000000-bbbbbb' })

  test('is written under the number of the lock, and the older one is gone', async () => {
    const dir = temporaryFolder()
    await storeIn(dir, fenceOf(1)).store.saveReview(older, new Map())
    const { at, store: it } = storeIn(dir, fenceOf(2))
    await it.saveReview(newer, new Map())
    expect(await it.latest(ref)).toMatchObject({ review: newer.id })
    expect(readdirSync(at.branch(ref))).toHaveLength(1)
  })

  test('is refused to a process that was passed over; its record is kept', async () => {
    const { store: it } = store(fenceOf(1, false))
    await expect(it.saveReview(older, new Map())).rejects.toMatchObject({ code: 'E_FENCED' })
    expect(await it.latest(ref)).toBeNull()
    expect(await it.review(older.id)).toEqual(older)
  })

  test('is not changed by one that was stopped between asking and writing', async () => {
    const dir = temporaryFolder()
    await storeIn(dir, fenceOf(5)).store.saveReview(older, new Map())
    // It was told that it is current, slept, and wakes under an older number with a later review.
    const stopped = storeIn(dir, fenceOf(4)).store
    await stopped.saveReview(newer, new Map())
    expect(await stopped.latest(ref)).toMatchObject({ review: older.id })
  })

  test('among worktrees is the newest review, whatever their numbers are', async () => {
    const dir = temporaryFolder()
    await storeIn(dir, fenceOf(9)).store.saveReview(older, new Map())
    const other = layout({
      root: dir,
      gitDir: join(dir, '.git/worktrees/other'),
      commonDir: join(dir, '.git'),
    })
    await openStore(other, fenceOf(1)).saveReview(newer, new Map())
    expect(await openStore(other, fenceOf(1)).latest(ref)).toMatchObject({ review: newer.id })
  })
})
