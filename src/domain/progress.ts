import type { Cost } from './outcome.ts'

/** A reviewer that is at work now, for the words of whoever waits. Nothing is decided by it. */
export interface AtWork {
  loop: string
  reviewer: string
  /** When it began, in milliseconds. */
  since: number
  /** The last thing it said, without secrets. */
  line?: string | undefined
  /** What it has used so far, as far as it tells. */
  cost?: Cost | undefined
}

/** What changes while it is at work. */
export type Told = Pick<AtWork, 'line' | 'cost'>

/** Who is at work, as one process tells it. */
export interface Progress {
  version: 1
  pid: number
  atWork: AtWork[]
  /** Leaders of the process groups that it has begun, by what proves that a process is one of them. Not there: none. */
  groups?: unknown[]
}

/** Null for anything else that may lie in its place. */
export function readProgressText(text: string): Progress | null {
  try {
    const found = JSON.parse(text)
    const isOne = found?.version === 1 && typeof found.pid === 'number' && Array.isArray(found.atWork)
    return isOne && found.atWork.every(isAtWork) && Array.isArray(found.groups ?? []) ? found : null
  } catch {
    return null
  }
}

function isAtWork(job: unknown): boolean {
  const { loop, reviewer, since, line, cost } = (job ?? {}) as Record<string, unknown>
  const isJob = typeof loop === 'string' && typeof reviewer === 'string' && typeof since === 'number'
  return isJob && ['undefined', 'string'].includes(typeof line) && (cost === undefined || isCost(cost))
}

function isCost(cost: unknown): boolean {
  const { dollars, inputTokens, outputTokens } = (cost ?? {}) as Record<string, unknown>
  return [dollars, inputTokens, outputTokens].every(amount => amount === null || typeof amount === 'number')
}
