import { spawnSync } from 'node:child_process'
import type { Finished, TestRepository } from './repository.ts'
import { ENTRY } from './wingman.ts'

const hasScript = spawnSync('script', ['--version']).status === 0
if (!hasScript) console.warn('SKIPPED: `script` of util-linux is missing, so nothing is typed at a terminal')

/** For tests of what only a person may do. */
export const noTerminal = !hasScript

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** As a person types it, at a terminal that is a real one to the program. */
export function typed(
  repository: TestRepository,
  args: string[],
  env: Record<string, string> = {},
): Finished {
  const command = [process.execPath, ENTRY, ...args].map(quoted).join(' ')
  const run = repository.run('script', ['-qec', command, '/dev/null'], { env, input: '' })
  return { ...run, output: run.output.replaceAll('\r\n', '\n') }
}
