import type { Cost } from './domain/outcome.ts'
import { oneLine } from './domain/plain-text.ts'
import type { AtWork } from './domain/progress.ts'
import { costWords, count } from './messages.ts'
import { timeWords } from './wait-messages.ts'

// What `wingman watch` draws.

/** A worktree in which something is under way or waits. */
export interface Watched {
  /** Its folder. */
  worktree: string
  /** Who holds its lock, in words of its own. */
  running: { pid: number; doing: string } | null
  atWork: readonly AtWork[]
  waiting: number
}

/** A block for each worktree; the folder is named where there is more than one. */
export function watchLines(watched: readonly Watched[], nowMs: number): string[] {
  return watched.flatMap(one => [
    ...(watched.length > 1 ? [oneLine(one.worktree, 300)] : []),
    `${runningWords(one)}${one.waiting > 0 ? `, ${count(one.waiting, 'request')} waiting` : ''}`,
    ...one.atWork.flatMap(job => jobLines(job, nowMs)),
  ])
}

function runningWords({ running, atWork }: Watched): string {
  if (!running) return 'Nobody is at work'
  const loops = [...new Set(atWork.map(({ loop }) => oneLine(loop)))]
  const what = loops.length > 0 ? `running ${loops.join(', ')}` : oneLine(running.doing)
  return `Process ${running.pid}: ${what}`
}

function jobLines({ reviewer, since, line, cost }: AtWork, nowMs: number): string[] {
  const facts = [timeWords(nowMs - since), ...(cost && isKnown(cost) ? [costWords(cost)] : [])].join(', ')
  return [`  ${oneLine(reviewer)} (${facts})`, ...(line ? [`    ${oneLine(line)}`] : [])]
}

const isKnown = ({ dollars, inputTokens, outputTokens }: Cost): boolean =>
  [dollars, inputTokens, outputTokens].some(amount => amount !== null)

export const nothingToWatch = (): string => 'Nothing is under review here.'
export const stoppedWatching = (): string => 'You stopped watching; the review goes on.'
