import { expect, test } from 'vitest'
import { findQuote, quotable } from '../../../../../src/adapters/reviewers/model/find-quote.ts'

const file = quotable('if (a) {\n  go()\n}\nif (b) {\n  go()\n}\n', '=== "a.js"\n-  stop()\n+  go()')

test.each([
  ['go()', 1, 2],
  ['go()', 5, 5],
  ['go()', null, 2],
  ['+  go()', 6, 5],
  ['if (b) {\n    go()', 1, 4],
  ['stop()', 99, 7],
  ['stop()', -3, 1],
  ['- stop()', null, null],
])('%j at %j stands at %j', (quote, line, found) => {
  expect(findQuote({ quote, line }, file)).toEqual({ line: found })
})

test.each(['}', '', '   ', 'gone()'])('%j proves nothing', quote => {
  expect(findQuote({ quote, line: 1 }, file)).toBeNull()
})

test('a deleted file has no lines', () => {
  expect(findQuote({ quote: 'stop()', line: 1 }, quotable(null, '-stop()'))).toEqual({ line: null })
})
