import { leftCheckouts } from '../adapters/git/checkouts.ts'
import { namesIn } from '../adapters/store/files.ts'
import { RETENTION } from '../domain/retention.ts'
import { cleanUp } from './clean-up.ts'
import type { Project } from './compose.ts'
import { dropStaleReport } from './stale-report.ts'

/** What a worker does when its work is done. Nobody waits for it, and nothing that fails here is anybody's trouble. */
export async function tidyUp(project: Project): Promise<void> {
  try {
    await dropStaleReport(project)
    if (await isDue(project)) await cleanUp(project, { tries: 1 })
  } catch (error) {
    project.ports.log.warn('tidy-up.failed', { code: (error as { code?: string } | null)?.code ?? null })
  }
}

/** By counting names: reading the store after every commit would cost more than it saves. */
async function isDue({ at, paths }: Project): Promise<boolean> {
  return (
    (await namesIn(at.reviews)).length > RETENTION.reviews.most ||
    (await namesIn(at.allResults)).length > RETENTION.results.most ||
    (await leftCheckouts(paths)).length > 0
  )
}
