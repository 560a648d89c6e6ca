/** A holder that lives and gives no sign for so long is stuck: it is stopped, swapped out, or waits for a disk that is gone. */
export const SILENT_MS = 30 * 60_000

export interface HolderFacts {
  /** Whether its process lives; null when it cannot be asked, because it is on another machine. */
  isAlive: boolean | null
  /** When it last gave a sign, and what time it is, by the same kind of clock. */
  signedMs: number
  nowMs: number
}

/**
 * Whether a holder still counts. A sign from the future is as old as one from the past: a clock was set, and whoever lives
 * signs again within a minute. Should that minute be lost, the fence keeps the one who was passed over from doing harm.
 */
export function isHolding({ isAlive, signedMs, nowMs }: HolderFacts): boolean {
  return isAlive !== false && Math.abs(nowMs - signedMs) <= SILENT_MS
}
