import { rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { refuseReadOnly } from '../adapters/hooks/refuse-read-only.ts'
import { codeOf, namesIn } from '../adapters/store/files.ts'
import { acquire, type Busy, type Lock } from '../adapters/store/lock.ts'
import { WingmanError } from '../errors.ts'
import { heldByWhom, waitingFor } from '../messages.ts'
import type { Project } from './compose.ts'
import { shareAsAsked } from './share-files.ts'

const BETWEEN_TRIES_MS = 100
/** Others take half a second; a manager that is started by an install may take some more. */
const TRIES_BEFORE_A_WORD = 30
const MOST_TRIES = 600

/**
 * What changes hooks, done by one process of all worktrees at a time. Two of them would each take what the other has just
 * written for somebody's hook. What is done has to be planned in here: before, the files may have been others.
 */
export async function oneAtATime<Done>(project: Project, act: () => Promise<Done>): Promise<Done> {
  const { installing } = project.at
  await refuseReadOnly([installing])
  shareAsAsked(project.door)
  const lock = await lockFor(installing)
  try {
    return await act()
  } finally {
    await leave(project, lock)
  }
}

async function lockFor(folder: string): Promise<Lock> {
  for (let tried = 1; ; tried += 1) {
    const lock = await acquireUnlessGone(folder)
    if (lock && 'fence' in lock) return lock
    if (tried >= MOST_TRIES) throw busy(lock)
    if (lock && tried === TRIES_BEFORE_A_WORD) process.stderr.write(`${waitingFor(lock.holder)}\n`)
    await pause(BETWEEN_TRIES_MS)
  }
}

/** Null where whoever had it took the folder away under us. */
async function acquireUnlessGone(folder: string): Promise<Lock | Busy | null> {
  try {
    return await acquire(folder, 'installing hooks')
  } catch (error) {
    const cause = error instanceof WingmanError ? error.cause : error
    if (codeOf(cause) === 'ENOENT') return null
    throw error
  }
}

/**
 * Nothing is to remain of it where nothing is installed. The folder goes as a whole, by another name first: a ticket of
 * somebody who waits goes with it, and cannot become a claim that was made before.
 */
async function leave({ at }: Project, lock: Lock): Promise<void> {
  if (!(await lock.isHeld())) return
  await lock.release()
  await rename(at.installing, `${at.installing}.${process.pid}.${lock.fence}`).catch(() => {})
  for (const name of await namesIn(at.shared))
    if (name.startsWith('installing.')) await rm(join(at.shared, name), { recursive: true, force: true })
  await rmdir(at.shared).catch(() => {}) // refused as long as anything is in there
}

function busy(lock: Busy | null): WingmanError {
  const who = lock ? heldByWhom(lock.holder) : 'Others install and uninstall here all the time'
  return new WingmanError({
    code: 'E_BUSY',
    message: `${who}. Nothing was written.`,
    hint: 'Wait until it is done, or end it; then run this again.',
  })
}
