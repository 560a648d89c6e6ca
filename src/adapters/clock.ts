import { readFileSync } from 'node:fs'
import type { Clock } from '../ports.ts'

/**
 * The one clock. `WINGMAN_CLOCK` names a file with a number of milliseconds to add: a test that moves it moves the time of
 * every process that it started, detached ones included. Nothing that a verdict depends on asks for the time.
 */
export const systemClock: Clock = {
  now: () => new Date(Date.now() + offset(process.env.WINGMAN_CLOCK)),
}

function offset(file: string | undefined): number {
  if (!file) return 0
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}
