import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUMP, epochOf, isSeen, type Standpoint, seen } from '../../../src/domain/epoch.ts'

const main: Standpoint = { ref: 'refs/heads/main', commit: 'a'.repeat(40) }
const next: Standpoint = { ...main, commit: 'b'.repeat(40) }

describe('the epoch', () => {
  test.each([
    ['nothing was noticed yet', '', 0],
    ['a hook told of a change', BUMP, 1],
    ['the standpoint was seen for the first time', seen(main), 1],
    ['it was seen again', seen(main) + seen(main), 1],
    ['two noticed the same move', seen(main) + seen(next) + seen(next), 2],
    ['it moved there and back', seen(main) + seen(next) + seen(main), 3],
    ['a hook told of it in between', seen(main) + BUMP + seen(main), 2],
    ['two hooks', BUMP + BUMP, 2],
    ['a line is still being written', `${seen(main)}=bbbb`, 1],
  ])('%s', (_, log, epoch) => {
    expect(epochOf(log)).toBe(epoch)
  })

  test('only rises, whatever is added and wherever it is cut off', () => {
    const line = fc.constantFrom(BUMP, seen(main), seen(next), 'damaged', '\n', '=')
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, added) => {
        expect(epochOf([...before, ...added].join(''))).toBeGreaterThanOrEqual(epochOf(before.join('')))
      }),
    )
  })

  test('a bump is never swallowed', () => {
    const line = fc.constantFrom(BUMP, seen(main), seen(next))
    fc.assert(
      fc.property(fc.array(line), before => {
        const log = before.join('')
        expect(epochOf(log + BUMP)).toBe(epochOf(log) + 1)
      }),
    )
  })
})

test('a standpoint is known until another one was seen', () => {
  expect(isSeen('', main)).toBe(false)
  expect(isSeen(seen(main) + BUMP, main)).toBe(true)
  expect(isSeen(seen(main) + seen(next), main)).toBe(false)
  expect(isSeen(seen({ ref: null, commit: null }), { ref: null, commit: null })).toBe(true)
})
