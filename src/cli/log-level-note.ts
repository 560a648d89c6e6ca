import { LOG_LEVELS, logLevel } from '../domain/log-line.ts'
import { oneLine } from '../domain/plain-text.ts'

/** Said to whoever types a command; a hook goes on without a word. Null where nothing is wrong, or the option decides. */
export function logLevelNote(args: readonly string[], word = process.env.WINGMAN_LOG_LEVEL): string | null {
  const isDecided = args[0] === 'hook' || args.some(arg => arg.startsWith('--log-level'))
  if (!word || isDecided || LOG_LEVELS.some(level => level === word)) return null
  return `wingman: WINGMAN_LOG_LEVEL is \`${oneLine(word, 40)}\`; the levels are ${LOG_LEVELS.join(', ')}. Going on with ${logLevel(word)}.`
}
