/** A turn of an agent may bring several commits: they are let come to rest before a review starts. */
export interface Burst {
  /** How long ago its first request was seen, and its last; in milliseconds of a clock that cannot be set. */
  sinceFirst: number
  sinceLast: number
}

/** However long it goes on: whoever commits without a pause is reviewed all the same. */
export const LONGEST_SETTLE_MS = 60_000

/** How long to wait still. Every new request starts it again, for a minute at most in all; somebody who waits ends it. */
export function stillToSettle(
  { sinceFirst, sinceLast }: Burst,
  settleMs: number,
  isHurried: boolean,
): number {
  if (isHurried) return 0
  return Math.max(0, Math.min(settleMs - sinceLast, LONGEST_SETTLE_MS - sinceFirst))
}
