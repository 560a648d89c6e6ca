/** How many snapshots of a worktree are kept, and for how long. */
export interface PruneLimits {
  keep: number
  olderThanMs: number
  /** The newest of a worktree stay whatever their age: a clock that is set ahead for a moment must not take them all. */
  anyway?: number
}

export const PRUNE_LIMITS: PruneLimits = { keep: 50, olderThanMs: 30 * 24 * 3_600_000, anyway: 10 }

export interface DatedGhost {
  id: string
  /** Milliseconds since 1970. */
  at: number
  /** Counted apart: one that is busy does not push out what another has. Null when it cannot be told. */
  worktree: string | null
}

/**
 * Beyond the number or the age. What bears a time that is still to come was taken under a clock that went wrong: its age is
 * not known, so it is never too old, and it is counted as the oldest, or it would push out everything that comes after.
 */
export function ghostsToPrune<G extends DatedGhost>(
  ghosts: readonly G[],
  now: number,
  { keep, olderThanMs, anyway = 0 }: PruneLimits,
): G[] {
  const counted = new Map<string | null, number>()
  return [...ghosts]
    .sort((a, b) => newestFirst(known(a, now), known(b, now)))
    .filter(ghost => {
      const before = counted.get(ghost.worktree) ?? 0
      counted.set(ghost.worktree, before + 1)
      return before >= keep || (before >= anyway && now - ghost.at > olderThanMs)
    })
}

const known = <G extends DatedGhost>(ghost: G, now: number) => ({
  id: ghost.id,
  at: ghost.at > now ? Number.NEGATIVE_INFINITY : ghost.at,
})

export function newestFirst(a: Omit<DatedGhost, 'worktree'>, b: Omit<DatedGhost, 'worktree'>): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}
