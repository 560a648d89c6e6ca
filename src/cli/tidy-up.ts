import { statSync } from 'node:fs'
import { leftCheckouts } from '../adapters/git/checkouts.ts'
import { namesIn, writeWhole } from '../adapters/store/files.ts'
import { RETENTION } from '../domain/retention.ts'
import { cleanUp } from './clean-up.ts'
import type { Project } from './compose.ts'
import { noticeBypasses } from './notice-bypasses.ts'
import { dropStaleReport, layAgain } from './stale-report.ts'
import { keepRuntime } from './work/keep-runtime.ts'

/** What a worker does when its work is done. Nobody waits for it, and nothing that fails here is anybody's trouble. */
export async function tidyUp(project: Project): Promise<void> {
  try {
    await dropStaleReport(project)
    await layAgain(project)
    await noticeBypasses(project)
    await keepRuntime(project)
    if (await isDue(project)) await cleanUp(project, { tries: TRIES })
  } catch (error) {
    project.ports.log.warn('tidy-up.failed', { code: (error as { code?: string } | null)?.code ?? null })
  }
}

// Whoever has the lock for longer has a review to make, and clears up after it.
const TRIES = 5
const ONCE_IN_MS = 24 * 60 * 60_000

/** By counting names, and once a day: reading the store after every commit would cost more than it saves. */
async function isDue({ at, paths, ports }: Project): Promise<boolean> {
  const cleanedMs = statSync(at.cleaned, { throwIfNoEntry: false })?.mtimeMs
  if (cleanedMs === undefined) await writeWhole(at.cleaned, '')
  else if (ports.clock.now().getTime() - cleanedMs > ONCE_IN_MS) return true
  return (
    (await namesIn(at.reviews)).length > RETENTION.reviews.most ||
    (await namesIn(at.allResults)).length > RETENTION.results.most ||
    (await leftCheckouts(paths)).length > 0
  )
}
