import { setTimeout as pause } from 'node:timers/promises'
import { acquire, type Holder, type Lock } from '../adapters/store/lock.ts'

const BETWEEN_TRIES_MS = 100

/** The lock of a worktree, or who keeps it for longer than so many tries. */
export async function takeLock(
  folder: string,
  doing: string,
  tries: number,
): Promise<Lock | { holder: Holder }> {
  for (let tried = 1; ; tried += 1) {
    const lock = await acquire(folder, doing)
    if ('fence' in lock || tried >= tries) return lock
    await pause(BETWEEN_TRIES_MS)
  }
}
