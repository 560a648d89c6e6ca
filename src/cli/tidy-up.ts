import { leftCheckouts } from '../adapters/git/checkouts.ts'
import { isCleaningDue } from '../adapters/store/cleaned.ts'
import { cleanUp } from './clean-up.ts'
import type { Project } from './compose.ts'
import { noticeBypasses } from './notice-bypasses.ts'
import { dropStaleReport, layAgain } from './stale-report.ts'

/** What a worker does when its work is done. Nobody waits for it, and nothing that fails here is anybody's trouble. */
export async function tidyUp(project: Project): Promise<void> {
  try {
    await dropStaleReport(project)
    await layAgain(project)
    await noticeBypasses(project)
    if (await isDue(project)) await cleanUp(project, { tries: TRIES })
  } catch (error) {
    project.ports.log.warn('tidy-up.failed', { code: (error as { code?: string } | null)?.code ?? null })
  }
}

// Whoever has the lock for longer has a review to make, and clears up after it.
const TRIES = 5

const isDue = async ({ at, paths, ports }: Project): Promise<boolean> =>
  (await isCleaningDue(at, ports.clock.now().getTime())) || (await leftCheckouts(paths)).length > 0
