import type { Oid } from './snapshot.ts'

/** A counter per worktree that only rises. Work begun under one epoch does not act on the world of another. */
export type Epoch = number

/** Where a worktree stands: HEAD, the branch it is on, and its commit. Staging and fetching move none of them. */
export interface Standpoint {
  ref: string | null
  commit: Oid | null
}

// The epoch is kept as a file to which lines are only ever added, so that no process can lose another one's bump: `.` for a
// change that was announced (a hook, or one of our own), `=<fingerprint>` for a standpoint that somebody saw.

/** What a hook adds. */
export const BUMP = '.\n'

export const seen = (standpoint: Standpoint): string => `=${fingerprint(standpoint)}\n`

const fingerprint = ({ ref, commit }: Standpoint): string => `${commit ?? '-'} ${ref ?? '-'}`

/**
 * Every announced change counts, and every standpoint that differs from the one seen before it: two who notice the same
 * move add the same line twice, and it counts once. A line without its end is still being written, and counts for nothing.
 */
export function epochOf(log: string): Epoch {
  let last: string | null = null
  let epoch = 0
  for (const line of linesOf(log)) {
    if (line === last) continue
    epoch += 1
    if (line.startsWith('=')) last = line
  }
  return epoch
}

/** Whether this standpoint is the one that was seen last. */
export function isSeen(log: string, standpoint: Standpoint): boolean {
  const last = linesOf(log).findLast(line => line.startsWith('='))
  return last !== undefined && `${last}\n` === seen(standpoint)
}

const linesOf = (log: string): string[] => log.split('\n').slice(0, -1)

/** Lines that nobody of ours writes. */
export const damagedLines = (log: string): number =>
  linesOf(log).filter(line => line !== '.' && !/^=(?:[0-9a-f]{40,64}|-) \S.*$/.test(line)).length
