import { expect, test } from 'vitest'
import { isHolding, SILENT_MS } from '../../../src/domain/lock.ts'

const now = Date.parse('2026-11-18T12:00:00Z')

test.each([
  ['a dead one, whatever it signed', false, 0, false],
  ['a live one that has just signed', true, 0, true],
  ['a live one that was silent for half an hour', true, SILENT_MS, true],
  ['a live one that was silent for longer', true, SILENT_MS + 1, false],
  ['one on another machine that has just signed', null, 0, true],
  ['one on another machine that was silent', null, SILENT_MS + 1, false],
  ['a live one, after the clock was set back a little', true, -60_000, true],
  ['a sign from far in the future that nobody renews', true, -SILENT_MS - 1, false],
])('%s', (_, isAlive, age, holds) => {
  expect(isHolding({ isAlive, signedMs: now - age, nowMs: now })).toBe(holds)
})
