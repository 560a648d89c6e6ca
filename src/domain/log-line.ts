import { maskSecrets } from './mask.ts'
import { oneLine, plainText } from './plain-text.ts'

/** From the gravest on; `silent` writes nothing. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type LogFact = string | number | boolean | null

/** What one line of the log says. */
export interface LogEntry {
  at: string
  pid: number
  level: LogLevel
  event: string
  facts: Record<string, LogFact>
}

const DEFAULT_LOG_LEVEL: LogLevel = 'info'

/** A word that is no level, in somebody's environment, is no reason to lose the log. */
export const logLevel = (word: string | undefined): LogLevel =>
  LOG_LEVELS.find(level => level === word) ?? DEFAULT_LOG_LEVEL

export const isLogged = (level: LogLevel, threshold: LogLevel): boolean =>
  LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(threshold)

/** Long enough for a path or an id, too short for code. */
const LONGEST_FACT = 200
/** Nobody logs more than this of anything; what is cut off here is cut off below in any case. */
const LONGEST_LOOK = 4096

export function writeLogLine({ at, pid, level, event, facts }: LogEntry): string {
  const tame = Object.entries(facts).map(([name, fact]) => [oneLine(name, 40), tameFact(fact)])
  return `${JSON.stringify({ at, pid, level, event: tameFact(event), facts: Object.fromEntries(tame) })}\n`
}

/** Null for a line that is not of this kind: a half one after a crash, or somebody's own. */
export function readLogLine(line: string): LogEntry | null {
  try {
    const entry = JSON.parse(line)
    const sound =
      typeof entry?.at === 'string' &&
      typeof entry.pid === 'number' &&
      typeof entry.event === 'string' &&
      LOG_LEVELS.includes(entry.level) &&
      typeof entry.facts === 'object' &&
      entry.facts !== null
    return sound ? entry : null
  } catch {
    return null
  }
}

/** Made plain before it is masked: an escape in the middle of a token must not hide it. */
function tameFact(fact: unknown): LogFact {
  if (fact === null || typeof fact === 'boolean') return fact
  if (typeof fact === 'number') return Number.isFinite(fact) ? fact : null
  if (typeof fact !== 'string') return null
  return oneLine(maskSecrets(plainText(fact.slice(0, LONGEST_LOOK))), LONGEST_FACT)
}
