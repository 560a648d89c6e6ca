import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { reportFile, takeAway } from '../adapters/desk/report-file.ts'
import { namesIn } from '../adapters/store/files.ts'
import type { Layout } from '../adapters/store/layout.ts'
import { type Holder, heldBy } from '../adapters/store/lock.ts'
import { thisProcess } from '../adapters/store/process-identity.ts'
import { allWorktrees } from './all-worktrees.ts'
import type { Project } from './compose.ts'
import { IN_BACKGROUND } from './hooks/background.ts'

/** What is pending in this clone, in all its worktrees: requests, the review under way, and what was laid out. Answers how many requests. */
export async function cancelAll({ paths }: Project): Promise<number> {
  const worktrees = await allWorktrees(paths)
  const counts = await Promise.all(worktrees.map(emptyQueue))
  await Promise.all(worktrees.map(workerGone))
  for (const at of worktrees) await clearDesk(at)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function emptyQueue({ queue }: Layout): Promise<number> {
  const names = await namesIn(queue)
  for (const name of names) await rm(join(queue, name), { recursive: true, force: true })
  return names.length
}

const LOOK_EVERY_MS = 100
/** A worker looks five times a second whether it is wanted; what it runs gets some seconds to end. */
const PATIENCE_MS = 8_000

/** It sees by itself that it is switched off. One that does not, such as one of an older wingman, is ended. */
async function workerGone({ lock }: Layout): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    if (!isWorker(await heldBy(lock))) return
    await pause(LOOK_EVERY_MS)
  }
  const holder = await heldBy(lock)
  if (isWorker(holder) && holder.host === thisProcess().host) process.kill(holder.pid)
}

/** A review that somebody watches in a terminal is theirs to end. */
const isWorker = (holder: Holder | null): holder is Holder => holder?.doing === IN_BACKGROUND

async function clearDesk(at: Layout): Promise<void> {
  const report = await reportFile(at).catch(() => null)
  if (report?.review) await takeAway(at, report.review)
  for (const path of [at.pending, at.openLine, at.trouble]) await rm(path, { force: true })
}
