import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reviewId } from '../../../src/domain/review.ts'

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
const nonce = fc.stringMatching(/^[0-9a-f]{6}$/)

test('a later review is listed as the newer one, even of two within a second', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 5_000 }), nonce, nonce, (at, later, one, other) => {
      const first = reviewId(at, one)
      const second = reviewId(new Date(at.getTime() + later), other)
      expect([second, first].sort()).toEqual([first, second])
    }),
  )
})

test('an id is short enough to type and says when', () => {
  expect(reviewId(new Date('2026-11-18T08:24:00.417Z'), 'b40158')).toBe('20261118-082400417-b40158')
})
