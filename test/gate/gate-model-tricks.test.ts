import { test } from 'vitest'
import { checkStories } from '../support/gate-model/check-stories.ts'
import { hostileStories } from '../support/gate-model/stories.ts'

const PATIENCE_MS = 3_600_000
const TITLE = 'whatever somebody does who would like it open, nothing passes that was not approved'

test(TITLE, { timeout: PATIENCE_MS }, async () => {
  await checkStories('tricks', hostileStories)
})
