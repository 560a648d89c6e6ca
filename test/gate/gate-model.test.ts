import { expect, test } from 'vitest'
import { checkStories, IS_FULL } from '../support/gate-model/check-stories.ts'
import { honestStories } from '../support/gate-model/stories.ts'

/** Of what may pass. 13 of 100 without verbatim patches and merges; it should go down with them. */
const FALSE_HOLDS = 0.2
const PATIENCE_MS = 3_600_000

test('whatever people do, nothing passes that was not approved', { timeout: PATIENCE_MS }, async () => {
  const { passes, falseHolds } = await checkStories('people', honestStories)
  expect(passes, 'a gate that is always shut would do as well').toBeGreaterThan(0)
  // A few runs say nothing about a share.
  if (IS_FULL) expect(falseHolds / (passes + falseHolds)).toBeLessThan(FALSE_HOLDS)
})
