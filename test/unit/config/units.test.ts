import { expect, test } from 'vitest'
import { parseDay, parseDuration, parseMoney } from '../../../src/config/units.ts'

test.each([
  ['500ms', 500],
  ['10s', 10_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
  ['1.5s', 1500],
  ['0s', 0],
  ['10', null],
  ['10 s', null],
  ['-1s', null],
  ['1d', null],
  ['', null],
])('%j is %j milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test.each([
  ['$0.50', 0.5],
  ['$10', 10],
  ['$0', 0],
  ['10', null],
  ['$', null],
  ['$-1', null],
  ['10$', null],
])('%j is %j dollars', (text, dollars) => {
  expect(parseMoney(text)).toBe(dollars)
})

test.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-02-29', undefined],
  ['2026-11-31', undefined],
  ['2026-13-01', undefined],
  ['2026-11-1', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('the day %j begins at %j', (text, beginning) => {
  expect(parseDay(text)?.toISOString()).toBe(beginning)
})
