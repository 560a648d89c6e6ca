import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log, LogFacts } from '../../ports.ts'

/** One JSON line for each event. A log that cannot be written is nobody's trouble. */
export function openLog(folder: string, clock: Clock): Log {
  const write =
    (level: keyof Log) =>
    (event: string, facts: LogFacts = {}) => {
      try {
        mkdirSync(folder, { recursive: true })
        const line = { at: clock.now().toISOString(), pid: process.pid, level, event, ...facts }
        appendFileSync(join(folder, 'wingman.log'), `${JSON.stringify(line)}\n`)
      } catch {
        // a full disk, or one that is read-only
      }
    }
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}
