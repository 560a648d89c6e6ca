import type { Epoch } from './epoch.ts'
import { type Oid, short } from './snapshot.ts'

/** What a follow-up was begun under, and how the world stands now. */
export interface FollowUpFacts {
  began: { epoch: Epoch; tree: Oid; base: Oid }
  now: { epoch: Epoch; tree: Oid }
  /** Whether the base still lies below HEAD. */
  isBaseBelow: boolean
}

/** Why a follow-up review or a fix must not be made; a value, for whoever shows it. */
export interface Refusal {
  refused: 'base-gone' | 'epoch-moved' | 'identical'
  reason: string
}

/** Null when it may go on. The strongest reason first: a base that is gone has moved the epoch as well. */
export function whyRefuse({ began, now, isBaseBelow }: FollowUpFacts): Refusal | null {
  if (!isBaseBelow)
    return { refused: 'base-gone', reason: `its base ${short(began.base)} is no longer below HEAD` }
  if (now.epoch !== began.epoch)
    return {
      refused: 'epoch-moved',
      reason: `something was committed, checked out, restored or rewritten here since (epoch ${began.epoch}, now ${now.epoch})`,
    }
  if (now.tree === began.tree) return { refused: 'identical', reason: 'nothing changed since that review' }
  return null
}
