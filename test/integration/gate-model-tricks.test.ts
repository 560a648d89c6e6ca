import { checkStories } from '../support/gate-model/check-stories.ts'
import { hostileStories } from '../support/gate-model/stories.ts'
import { testOrNotYet } from '../support/not-yet.ts'

const PATIENCE_MS = 3_600_000
const TITLE = 'whatever somebody does who would like it open, nothing passes that was not approved'

testOrNotYet(TITLE)(TITLE, { timeout: PATIENCE_MS }, async () => {
  await checkStories('tricks', hostileStories)
})
