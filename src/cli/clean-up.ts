import { setTimeout as pause } from 'node:timers/promises'
import { type LeftCheckout, leftCheckouts, removeCheckout } from '../adapters/git/checkouts.ts'
import { writeWhole } from '../adapters/store/files.ts'
import { takeInventory } from '../adapters/store/inventory.ts'
import { acquire, type Lock } from '../adapters/store/lock.ts'
import { remove } from '../adapters/store/remove.ts'
import { planRemoval, type Removal } from '../domain/retention.ts'
import type { Project } from './compose.ts'
import { wakeWorker } from './wait-for-review.ts'

export interface CleanPlan {
  removals: Removal[]
  checkouts: LeftCheckout[]
}

/** What could go. Looks only. */
export async function planClean({ at, door, paths, ports }: Project): Promise<CleanPlan> {
  const refs = (await door.bytes(['for-each-ref', '--format=%(refname)', 'refs/heads/'])).toString()
  const inventory = await takeInventory(at, refs.split('\n').filter(Boolean))
  return {
    removals: planRemoval(inventory, ports.clock.now().getTime()),
    checkouts: await leftCheckouts(paths),
  }
}

export type Cleaned = { plan: CleanPlan } | { busy: number }

/** Plans and acts under the lock of this worktree; when somebody else has it and keeps it, nothing is done. */
export async function cleanUp(project: Project, { tries }: { tries: number }): Promise<Cleaned> {
  const { at, door, ports } = project
  const lock = await take(at.lock, tries)
  if (typeof lock === 'number') {
    ports.log.info('clean.deferred', { holder: lock })
    return { busy: lock }
  }
  try {
    const plan = await planClean(project)
    for (const removal of plan.removals) await remove(at, removal)
    for (const checkout of plan.checkouts) await removeCheckout(door, checkout)
    if (plan.removals.length + plan.checkouts.length > 0) await ports.epoch.bump()
    await writeWhole(at.cleaned, '')
    ports.log.info('clean.done', { ...countByKind(plan.removals), checkouts: plan.checkouts.length })
    return { plan }
  } finally {
    await lock.release()
    // A worker that came meanwhile found the lock taken, and left.
    await wakeWorker(project)
  }
}

const BETWEEN_TRIES_MS = 100

/** The lock, or the number of the process that has it. */
async function take(folder: string, tries: number): Promise<Lock | number> {
  for (let tried = 1; ; tried += 1) {
    const lock = await acquire(folder, 'cleaning up')
    if ('fence' in lock) return lock
    if (tried >= tries) return lock.holder.pid
    await pause(BETWEEN_TRIES_MS)
  }
}

export function countByKind(removals: readonly Removal[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of removals) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
