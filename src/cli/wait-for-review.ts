import { setTimeout as pause } from 'node:timers/promises'
import { runWorker, startWorker } from '../adapters/start-worker.ts'
import { heldBy } from '../adapters/store/lock.ts'
import type { ReviewRequest } from '../domain/request.ts'
import type { Project } from './compose.ts'
import { hurry, letRest } from './work/hurry.ts'

// A review by a model takes minutes; whoever pushes can stop waiting at any time.
const LONGEST_WAIT_MS = 10 * 60_000
const LOOK_EVERY_MS = 100

/**
 * Until no such request is left. The gate itself reviews nothing: if nobody is at work, it starts a worker, and
 * if that one gives up, it waits no longer.
 */
export async function waitForReview(
  project: Project,
  isAwaited: (request: ReviewRequest) => boolean,
): Promise<void> {
  const isOpen = async () => (await project.ports.store.requests()).some(isAwaited)
  await hurry(project)
  try {
    for (let waited = 0; waited < LONGEST_WAIT_MS && (await isOpen()); waited += LOOK_EVERY_MS) {
      if ((await heldBy(project.at.lock)) !== null) await pause(LOOK_EVERY_MS)
      else if ((await runWorker(project.paths.root)) !== 0) return
    }
  } finally {
    await letRest(project)
  }
}

/** Starts a worker for requests that nobody is at work on, and does not wait for it. */
export async function wakeWorker(project: Project): Promise<void> {
  const isIdle = (await project.ports.store.requests()).length > 0 && (await heldBy(project.at.lock)) === null
  if (isIdle) startWorker(project.paths.root)
}
