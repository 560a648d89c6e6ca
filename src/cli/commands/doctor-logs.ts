import { logLines } from '../../adapters/store/rotate-log.ts'
import { type LogEntry, readLogLine } from '../../domain/log-line.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { WingmanError } from '../../errors.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'

export interface LogsOptions {
  limit?: string
  json?: boolean
}

/** `wingman doctor logs`: what happened here, the newest last. */
export async function doctorLogs({ limit = '50', json }: LogsOptions): Promise<number> {
  const { at } = openProject()
  const entries = logLines(at.logs)
    .flatMap(line => readLogLine(line) ?? [])
    .slice(-atMost(limit))
  if (json) printJson({ version: 1, file: at.logs, lines: entries })
  else print(entries.map(line).join('\n') || 'Nothing was logged yet.')
  return EXIT.fine
}

function line({ at, pid, level, event, facts }: LogEntry): string {
  const { red, yellow, dim } = paint()
  const colour = level === 'error' ? red : level === 'warn' ? yellow : level === 'debug' ? dim : String
  const told = Object.entries(facts).map(([name, fact]) => `${oneLine(name)}=${oneLine(String(fact))}`)
  return [dim(oneLine(at)), colour(level.padEnd('error'.length)), String(pid), oneLine(event), ...told].join(
    '  ',
  )
}

function atMost(limit: string): number {
  if (/^[1-9]\d*$/.test(limit)) return Number(limit)
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${limit}\` is not a number of lines.`,
    hint: 'Write it as `--limit 50`.',
  })
}
