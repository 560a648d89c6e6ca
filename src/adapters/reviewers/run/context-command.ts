import type { CommandRunner } from '../../../ports.ts'
import { runCommand } from './run-command.ts'

const TIMEOUT_MS = 300_000
/** Its end tells the most. */
const MOST = 20_000

/** A command whose result models should know. However it ends, that is its result. */
export const contextCommand: CommandRunner = async ({ command, dir, signal }) => {
  const { end, output } = await runCommand({ command, dir, signal, timeoutMs: TIMEOUT_MS, say: () => {} })
  const passed = end.how === 'exited' && end.code === 0
  const how = end.how === 'exited' ? `ended with ${end.code}` : `did not end by itself (${end.how})`
  return { passed, how, output: output.slice(-MOST) }
}
