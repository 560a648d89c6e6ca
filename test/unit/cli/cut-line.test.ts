import { expect, test } from 'vitest'
import { cutLine } from '../../../src/cli/cut-line.ts'

test.each([
  ['short', 10, 'short'],
  ['0123456789', 10, '012345678'],
  ['日本語日本語', 10, '日本語日'],
  ['a👍🏽bcdefghij', 8, 'a👍🏽bcde'],
])('%s is cut before the edge of %i columns', (line, columns, cut) => {
  expect(cutLine(line, columns)).toBe(cut)
})
