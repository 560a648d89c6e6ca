import { oneLine, plainText } from '../../../domain/plain-text.ts'
import { boundedOutput } from '../../bounded-output.ts'
import { childEnvironment } from '../../child-environment.ts'
import { type ChildEnd, runChild } from '../../child-process.ts'

export interface CommandOptions {
  command: string
  dir: string
  timeoutMs: number
  signal: AbortSignal
  say(line: string): void
}

export interface Ran {
  end: ChildEnd
  /** Both streams in the order they were written, without terminal escapes. */
  output: string
}

export async function runCommand({ command, dir, timeoutMs, signal, say }: CommandOptions): Promise<Ran> {
  const output = boundedOutput()
  const onOutput = (chunk: Buffer) => {
    output.add(chunk)
    const line = lastLine(chunk)
    if (line !== '') say(line)
  }
  const end = await runChild({
    file: 'sh',
    // Both streams into one pipe: two pipes would lose the order. The command is an argument, never pasted.
    // It begins when it is told to: until then nobody could tell whose it is, should we be killed.
    args: ['-c', 'read -r _ && exec sh -c "$1" 2>&1 </dev/null', 'sh', command],
    input: '\n',
    cwd: dir,
    env: childEnvironment(),
    timeoutMs,
    signal,
    onStdout: onOutput,
    onStderr: onOutput,
  })
  return { end, output: plainText(output.text()) }
}

function lastLine(chunk: Buffer): string {
  const lines = plainText(chunk.subarray(-4_096).toString()).split('\n')
  return oneLine(lines.findLast(line => line.trim() !== '') ?? '', 200)
}
