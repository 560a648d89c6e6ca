import { WingmanError } from '../../errors.ts'
import type { Fence } from '../../ports.ts'
import type { Lock } from './lock.ts'

/** The lock that this process works under, as far as it has one: `take` it, and everything that is mutable is written under its number. */
export interface Holding extends Fence {
  take(lock: Lock): void
}

export function openHolding(): Holding {
  let lock: Lock | null = null
  return {
    take(taken) {
      lock = taken
    },
    number: () => lock?.fence ?? 0,
    // Without a lock nothing is taken from anybody: what install writes is the person's own doing.
    isCurrent: async () => lock === null || lock.isHeld(),
  }
}

/** Results are kept by content and need no fence; what speaks for the worktree is left to whoever has the lock now. */
export async function refuseIfPassed(fence: Fence): Promise<void> {
  if (await fence.isCurrent()) return
  throw new WingmanError({
    code: 'E_FENCED',
    kind: 'undecided',
    message:
      'Another process has taken over here meanwhile, because this one gave no sign for half an hour. What was found is recorded; the last review of the branch and REVIEW.md are left to that process.',
    hint: 'See where things stand: `wingman status`.',
  })
}
