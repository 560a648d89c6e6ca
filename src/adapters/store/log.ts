import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isLogged, type LogLevel, logLevel, writeLogLine } from '../../domain/log-line.ts'
import type { Clock, Log, LogFacts } from '../../ports.ts'
import { makeFolder } from './make-folder.ts'
import { LARGEST_LOG, LOG_NAME, rotateLog } from './rotate-log.ts'

/** One JSON line for each event. A log that cannot be written is nobody's trouble. */
export function openLog(folder: string, clock: Clock): Log {
  // Asked each time: `--log-level` comes after the wiring.
  const write =
    (level: LogLevel) =>
    (event: string, facts: LogFacts = {}) => {
      if (!isLogged(level, logLevel(process.env.WINGMAN_LOG_LEVEL))) return
      try {
        const at = clock.now().toISOString()
        append(folder, writeLogLine({ at, pid: process.pid, level, event, facts }))
      } catch {
        // a full disk, or one that is read-only
      }
    }
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}

/** For those who have nobody to tell. */
export const NO_LOG: Log = { error() {}, warn() {}, info() {}, debug() {} }

/** In one write to the end of the file, which the system does whole: lines of several processes never mix. */
function append(folder: string, line: string): void {
  const file = openToAppend(folder)
  try {
    writeSync(file, line)
    if (fstatSync(file).size >= LARGEST_LOG) rotateLog(folder)
  } finally {
    closeSync(file)
  }
}

function openToAppend(folder: string): number {
  const path = join(folder, LOG_NAME)
  try {
    return openSync(path, 'a')
  } catch {
    makeFolder(folder)
    return openSync(path, 'a')
  }
}
