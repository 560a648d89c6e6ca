import { expect, test } from 'vitest'
import { checkStories, IS_FULL } from '../support/gate-model/check-stories.ts'
import { honestStories } from '../support/gate-model/stories.ts'

/** Of what the oracle would let pass. None was seen since it knows of the trunk too; one in a hundred may be a story like no other. */
const FALSE_HOLDS = 0.01
const PATIENCE_MS = 3_600_000

test('whatever people do, nothing passes that was not approved', { timeout: PATIENCE_MS }, async () => {
  const { passes, falseHolds } = await checkStories('people', honestStories)
  expect(passes, 'a gate that is always shut would do as well').toBeGreaterThan(0)
  // A few runs say nothing about a share.
  if (IS_FULL) expect(falseHolds / (passes + falseHolds)).toBeLessThan(FALSE_HOLDS)
})
