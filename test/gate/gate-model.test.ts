import { expect, test } from 'vitest'
import { checkStories, IS_FULL } from '../support/gate-model/check-stories.ts'
import { play, type Story } from '../support/gate-model/play.ts'
import { honestStories } from '../support/gate-model/stories.ts'

/** Of what the oracle would let pass: 2 of 234 in 300 runs, since it knows of the trunk too. */
const FALSE_HOLDS = 0.03
const PATIENCE_MS = 3_600_000

test('whatever people do, nothing passes that was not approved', { timeout: PATIENCE_MS }, async () => {
  const { passes, falseHolds } = await checkStories('people', honestStories)
  expect(passes, 'a gate that is always shut would do as well').toBeGreaterThan(0)
  // A few runs say nothing about a share.
  if (IS_FULL) expect(falseHolds / (passes + falseHolds)).toBeLessThan(FALSE_HOLDS)
})

/** Found by drawing, and seldom drawn again. */
const ONCE_PASSED: [string, Story][] = [
  [
    'everything is taken away on top of a new beginning, and only the nothing that is left was looked at',
    {
      reads: 'diff',
      gates: 'all',
      start: 'old',
      steps: ['reword', 'revert 0', 'reword', 'review since origin/main', 'push main'],
    },
  ],
]

test.each(ONCE_PASSED)('it is not approved when %s', async (_, story) => {
  await play(story, { pushes: 0, passes: 0, falseHolds: 0, shortest: null })
})
