import { type LeftCheckout, leftCheckouts, removeCheckout } from '../adapters/git/checkouts.ts'
import { noteCleaned } from '../adapters/store/cleaned.ts'
import { takeInventory } from '../adapters/store/inventory.ts'
import { remove } from '../adapters/store/remove.ts'
import { planRemoval, type Removal } from '../domain/retention.ts'
import type { Project } from './compose.ts'
import { takeLock } from './take-lock.ts'
import { wakeWorker } from './wait-for-review.ts'

export interface CleanPlan {
  removals: Removal[]
  checkouts: LeftCheckout[]
}

/** What could go. Looks only. */
export async function planClean({ at, door, paths, ports }: Project): Promise<CleanPlan> {
  const refs = (await door.bytes(['for-each-ref', '--format=%(refname)', 'refs/heads/'])).toString()
  const inventory = await takeInventory(at, {
    branches: refs.split('\n').filter(Boolean),
    async content() {
      const listed = await door.bytes(['log', '--branches', '--pretty=tformat:%H%n%T'], { patience: 600_000 })
      return new Set(listed.toString().split('\n'))
    },
  })
  return {
    removals: planRemoval(inventory, ports.clock.now().getTime()),
    checkouts: await leftCheckouts(paths),
  }
}

export type Cleaned = { plan: CleanPlan } | { busy: number }

/** Plans and acts under the lock of this worktree; when somebody else has it and keeps it, nothing is done. */
export async function cleanUp(project: Project, { tries }: { tries: number }): Promise<Cleaned> {
  const { at, door, paths, ports } = project
  const lock = await takeLock(at.lock, 'cleaning up', tries)
  if ('holder' in lock) {
    ports.log.info('clean.deferred', { holder: lock.holder.pid })
    return { busy: lock.holder.pid }
  }
  try {
    const plan = await planClean(project)
    for (const removal of plan.removals) await remove(at, removal)
    for (const checkout of plan.checkouts) await removeCheckout(door, paths, checkout)
    if (plan.removals.length + plan.checkouts.length > 0) await ports.epoch.bump()
    await noteCleaned(at)
    ports.log.info('clean.done', { ...countByKind(plan.removals), checkouts: plan.checkouts.length })
    return { plan }
  } finally {
    await lock.release()
    // A worker that came meanwhile found the lock taken, and left.
    await wakeWorker(project)
  }
}

export function countByKind(removals: readonly Removal[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of removals) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
