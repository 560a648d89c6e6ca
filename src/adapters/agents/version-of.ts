import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oneLine } from '../../domain/plain-text.ts'
import { boundedOutput } from '../bounded-output.ts'
import { runChild } from '../child-process.ts'
import { agentEnvironment } from './agent-environment.ts'

export interface Probe {
  program: string
  path: readonly string[]
  signal: AbortSignal
}

/** What a CLI says when it is asked for its version; null when it says nothing of the kind. No account is shown to it. */
export async function versionOf({ program, path, signal }: Probe): Promise<string | null> {
  const dir = await mkdtemp(join(tmpdir(), 'wingman-'))
  const output = boundedOutput(4_096)
  try {
    const end = await runChild({
      file: program,
      args: ['--version'],
      cwd: dir,
      env: agentEnvironment({ own: /^$/, path, given: {} }),
      timeoutMs: LONGEST_MS,
      signal,
      onStdout: output.add,
      onStderr: () => {},
    })
    return end.how === 'exited' && end.code === 0 ? versionIn(output.text()) : null
  } finally {
    await rm(dir, { recursive: true, force: true }).catch(() => {})
  }
}

/** The slowest of them takes six seconds for its first start on a busy machine. */
const LONGEST_MS = 30_000

/** Some print a banner, or their name before it, and something behind it. */
export function versionIn(text: string): string | null {
  const found = /\bv?(\d+\.\d+\.\d+[\w.+-]*)/.exec(oneLine(text, 1_000))?.[1]
  return found?.replace(/\.$/, '') ?? null
}
