import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountIn, type Entry, largestAmount, spentBy, whyTooMuch } from '../../../src/domain/budget.ts'
import { addCosts, completeCost, priceOf, tokensOf } from '../../../src/domain/cost.ts'
import { shareOut } from '../../../src/domain/share-out.ts'
import { agentModel, httpModel } from '../../support/models.ts'

const BUDGET = { perReviewer: 1, perReview: 2, perDay: 3, tokensPerReview: 1_000, tokensPerDay: 5_000 }
const entry = (more: Partial<Entry>): Entry => ({
  version: 1,
  id: 'e',
  at: '2026-11-19T10:00:00.000Z',
  review: 'r',
  reviewer: 'c',
  model: 'fast',
  amount: { dollars: 0.5, tokens: 0 },
  cost: null,
  ...more,
})
const whoAt = { review: 'r', reviewer: 'c' }
const why = (dollars: number, entries: Entry[]) =>
  whyTooMuch({ dollars, tokens: 0 }, spentBy(entries, whoAt, '2026-11-19'), BUDGET)

describe('a call that does not fit is not made', () => {
  test.each<[string, number, Entry[], RegExp | null]>([
    ['within everything', 0.5, [entry({})], null],
    ['to the last cent', 0.5, [entry({}), entry({ reviewer: 'other' })], null],
    ['of the reviewer', 0.6, [entry({})], /`budget\.perReviewer` is \$1\.00/],
    [
      'of the review',
      0.6,
      [1, 2, 3].map(() => entry({ reviewer: 'other' })),
      /`budget\.perReview` is \$2\.00/,
    ],
    ['of the day', 0.6, [1, 2, 3, 4, 5].map(() => entry({ review: 'other' })), /`budget\.perDay` is \$3\.00/],
    [
      'of another day',
      0.6,
      [1, 2, 3, 4, 5].map(() => entry({ review: 'other', at: '2026-11-18T10:00:00.000Z' })),
      null,
    ],
  ])('%s', (_, dollars, entries, expected) => {
    if (expected === null) expect(why(dollars, entries)).toBeNull()
    else expect(why(dollars, entries)).toMatch(expected)
  })

  test('by its tokens where it has no price', () => {
    const spent = spentBy([entry({ amount: { dollars: 0, tokens: 900 } })], whoAt, '2026-11-19')
    expect(whyTooMuch({ dollars: 0, tokens: 100 }, spent, BUDGET)).toBeNull()
    expect(whyTooMuch({ dollars: 0, tokens: 101 }, spent, BUDGET)).toMatch(
      /`budget\.tokensPerReview` is 1,000/,
    )
  })
})

test('what a model may take is its input and its largest answer, and an agent reads on by itself', () => {
  const haiku = httpModel('http://x', { api: 'anthropic', model: 'claude-haiku-4-5', maxOutput: 1_000 })
  expect(largestAmount(haiku, 'x'.repeat(3_000))).toEqual({ dollars: 0.006, tokens: 0 })
  expect(largestAmount(httpModel('http://x', { maxOutput: 1_000 }), 'x'.repeat(3_000))).toEqual({
    dollars: 0,
    tokens: 2_000,
  })
  expect(largestAmount(agentModel(), 'x'.repeat(3_000)).dollars).toBeGreaterThan(0.006)
})

test('what was not said is worked out, and marked', () => {
  const by = { price: { input: 1, output: 5 }, prompt: 'x'.repeat(300), output: 'y'.repeat(30) }
  expect(completeCost(null, by)).toEqual({
    dollars: 0.00015,
    inputTokens: 100,
    outputTokens: 10,
    estimated: true,
  })
  const said = { dollars: 0.5, inputTokens: 7, outputTokens: 8 }
  expect(completeCost(said, by)).toEqual(said)
  expect(completeCost({ ...said, dollars: null }, { ...by, price: null })).toEqual({ ...said, dollars: null })
  expect(addCosts([said, null, { ...said, dollars: null, estimated: true }])).toEqual({
    dollars: 0.5,
    inputTokens: 14,
    outputTokens: 16,
    estimated: true,
  })
  expect(amountIn({ ...said, dollars: null }, { dollars: 1, tokens: 0 })).toEqual({ dollars: 0, tokens: 15 })
  expect(amountIn(said, { dollars: 1, tokens: 0 })).toEqual({ dollars: 0.5, tokens: 0 })
})

test('what is written without an alphabet is not counted as if it had one', () => {
  expect(tokensOf('x'.repeat(300))).toBe(100)
  expect(tokensOf('審'.repeat(300))).toBe(300)
})

test('a gateway that calls its model like a known one has no price of ours', () => {
  expect(priceOf(httpModel('http://x', { model: 'claude-opus-5' }))).toBeNull()
  expect(priceOf(agentModel({ model: null }))).toEqual({ input: 3, output: 15 })
})

test('room goes to those that want it, none beyond its wish and none beyond the room', () => {
  expect(
    shareOut(
      [
        { wants: 10, weight: 1 },
        { wants: 1_000, weight: 1 },
        { wants: 1_000, weight: 3 },
      ],
      410,
    ),
  ).toEqual([10, 100, 300])
  fc.assert(
    fc.property(
      fc.array(fc.record({ wants: fc.nat(1_000), weight: fc.integer({ min: 1, max: 5 }) })),
      fc.nat(3_000),
      (wishes, room) => {
        const given = shareOut(wishes, room)
        const total = given.reduce((sum, one) => sum + one, 0)
        expect(given.every((one, at) => one <= (wishes[at]?.wants ?? 0))).toBe(true)
        expect(total).toBeLessThanOrEqual(room)
        if (wishes.reduce((sum, { wants }) => sum + wants, 0) <= room)
          expect(given).toEqual(wishes.map(({ wants }) => wants))
      },
    ),
  )
})
