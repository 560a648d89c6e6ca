import { expect, test } from 'vitest'
import { checkStories } from '../support/gate-model/check-stories.ts'
import { honestStories } from '../support/gate-model/stories.ts'

const PATIENCE_MS = 3_600_000

test('whatever people do, nothing passes that was not approved', { timeout: PATIENCE_MS }, async () => {
  const { passes } = await checkStories('people', honestStories)
  expect(passes, 'a gate that is always shut would do as well').toBeGreaterThan(0)
})
