import { oneLine } from './domain/plain-text.ts'
import type { AtWork } from './domain/progress.ts'
import { short } from './domain/snapshot.ts'

// What a push says while it waits for a review that is under way.

export const waiting = (commit: string, limitMs: number): string =>
  `wingman: waiting for the review of ${short(commit)}, at most ${timeWords(limitMs)} (Ctrl-C stops that; the review goes on)`

interface Wait {
  waitedMs: number
  limitMs: number
  /** Who is at work, as far as it is known. */
  atWork: readonly AtWork[]
  nowMs: number
}

/** `  35 s of at most 10 min: basics runs tests (31 s)` */
export function stillWaiting({ waitedMs, limitMs, atWork, nowMs }: Wait): string {
  const spent = `${timeWords(waitedMs)} of at most ${timeWords(limitMs)}`
  return `  ${spent}: ${atWork.length > 0 ? atWorkWords(atWork, nowMs) : 'no reviewer is at work yet'}`
}

/** `basics runs rules (2 s), tests (31 s)` */
export function atWorkWords(atWork: readonly AtWork[], nowMs: number): string {
  const loops = [...new Set(atWork.map(({ loop }) => loop))]
  const inLoop = (loop: string) =>
    atWork
      .filter(job => job.loop === loop)
      .map(({ reviewer, since }) => `${oneLine(reviewer)} (${timeWords(nowMs - since)})`)
  return loops.map(loop => `${oneLine(loop)} runs ${inLoop(loop).join(', ')}`).join('; ')
}

/** Whole seconds: `12 s`, `1 min 5 s`, `10 min`. */
export function timeWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}
