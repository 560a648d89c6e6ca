import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DatedGhost, ghostsToPrune } from '../../../src/domain/prune-ghosts.ts'

const NOW = 1_000_000
const ghost = (id: string, age: number, worktree = '/here'): DatedGhost => ({ id, at: NOW - age, worktree })
const ids = (ghosts: DatedGhost[]) => ghosts.map(({ id }) => id)

test.each([
  ['none', [], { keep: 2, olderThanMs: 100 }, []],
  ['few and young', [ghost('a', 1), ghost('b', 100)], { keep: 2, olderThanMs: 100 }, []],
  ['one too many', [ghost('a', 3), ghost('b', 2), ghost('c', 1)], { keep: 2, olderThanMs: 100 }, ['a']],
  ['one too old', [ghost('a', 101), ghost('b', 1)], { keep: 9, olderThanMs: 100 }, ['a']],
  ['of the same time, by name', [ghost('a', 1), ghost('b', 1)], { keep: 1, olderThanMs: 100 }, ['a']],
  [
    'each worktree by itself',
    [ghost('a', 3), ghost('b', 2, '/there'), ghost('c', 1)],
    { keep: 1, olderThanMs: 100 },
    ['a'],
  ],
  ['none to keep', [ghost('a', 1), ghost('b', 2)], { keep: 0, olderThanMs: 100 }, ['a', 'b']],
  ['from the future, never too old', [ghost('a', -500)], { keep: 1, olderThanMs: 0 }, []],
  ['from the future, counted last', [ghost('a', -500), ghost('b', 1)], { keep: 1, olderThanMs: 100 }, ['a']],
] as const)('%s', (_, ghosts, limits, pruned) => {
  expect(ids(ghostsToPrune(ghosts, NOW, limits))).toEqual(pruned)
})

const anyGhosts = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[0-9a-f]{4,8}$/),
    at: fc.integer({ min: 0, max: 2 * NOW }),
    worktree: fc.constantFrom('/a', '/b', null),
  }),
  { selector: ({ id }) => id },
)

test('what is kept of a worktree is never more than the number, nor older than what was let go for it', () => {
  fc.assert(
    fc.property(anyGhosts, fc.nat(5), (ghosts, keep) => {
      const pruned = ghostsToPrune(ghosts, NOW, { keep, olderThanMs: Number.POSITIVE_INFINITY })
      for (const worktree of ['/a', '/b', null]) {
        const kept = ghosts.filter(one => one.worktree === worktree && !pruned.includes(one))
        const gone = pruned.filter(one => one.worktree === worktree && one.at <= NOW)
        expect(kept.length).toBeLessThanOrEqual(keep)
        const oldestKept = Math.min(...kept.filter(({ at }) => at <= NOW).map(({ at }) => at))
        for (const { at } of gone) expect(at).toBeLessThanOrEqual(oldestKept)
      }
    }),
  )
})
