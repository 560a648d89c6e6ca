import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_SETTLE_MS, stillToSettle } from '../../../src/domain/settle.ts'

describe('a burst comes to rest', () => {
  test.each([
    ['one commit, just now', { sinceFirst: 0, sinceLast: 0 }, 10_000],
    ['a while after it', { sinceFirst: 4_000, sinceLast: 4_000 }, 6_000],
    ['another one starts it again', { sinceFirst: 9_000, sinceLast: 0 }, 10_000],
    ['rested', { sinceFirst: 10_000, sinceLast: 10_000 }, 0],
    ['nearly a minute of commits', { sinceFirst: 57_000, sinceLast: 1_000 }, 3_000],
    ['a minute of commits', { sinceFirst: 60_000, sinceLast: 0 }, 0],
  ])('%s', (_, burst, left) => {
    expect(stillToSettle(burst, 10_000, false)).toBe(left)
  })

  test('somebody who waits for it ends it', () => {
    expect(stillToSettle({ sinceFirst: 0, sinceLast: 0 }, 10_000, true)).toBe(0)
  })

  test('never longer than a minute in all, whatever is configured', () => {
    const ms = fc.nat({ max: 200_000 })
    fc.assert(
      fc.property(ms, ms, ms, (sinceFirst, sinceLast, settleMs) => {
        const left = stillToSettle({ sinceFirst, sinceLast }, settleMs, false)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(sinceFirst + left).toBeLessThanOrEqual(Math.max(sinceFirst, LONGEST_SETTLE_MS))
      }),
    )
  })
})
