import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupPieces } from '../../../src/domain/groups.ts'

const pieces = fc
  .uniqueArray(
    fc.record({
      path: fc.stringMatching(/^[a-z]{1,3}\/[a-z]{1,4}\.js$/),
      size: fc.integer({ min: 1, max: 90 }),
    }),
    {
      selector: ({ path }) => path,
      maxLength: 60,
    },
  )
  .map(all => all.map(({ path, size }) => ({ path, text: 'x'.repeat(size) })))

test('everything goes out exactly once, and no group is too large', () => {
  fc.assert(
    fc.property(pieces, all => {
      const groups = groupPieces(all, 100)
      expect(groups.flat().map(({ path }) => path)).toEqual(all.map(({ path }) => path).toSorted())
      expect(groups.every(group => group.reduce((sum, { text }) => sum + text.length, 0) <= 100)).toBe(true)
    }),
  )
})

test('an edit in one place moves no border far away', () => {
  const all = Array.from({ length: 200 }, (_, at) => ({
    path: `src/${String(at).padStart(3, '0')}.ts`,
    text: 'x'.repeat(20 + ((at * 7) % 30)),
  }))
  const keys = (some: typeof all) => groupPieces(some, 200).map(group => JSON.stringify(group))
  const before = new Set(keys(all))
  for (const at of [3, 50, 120, 180]) {
    const after = keys(all.with(at, { path: `src/${String(at).padStart(3, '0')}.ts`, text: 'y'.repeat(70) }))
    expect(after.filter(key => !before.has(key)).length).toBeLessThanOrEqual(6)
  }
})
