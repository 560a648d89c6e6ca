import { plainText } from '../../domain/plain-text.ts'
import { boundedOutput } from '../bounded-output.ts'
import { runChild } from '../child-process.ts'
import type { AgentProgress, AgentTask } from './agent.ts'
import { type Heard, masked } from './heard.ts'
import { type AgentEvent, eventIn, lineSplitter } from './json-lines.ts'

export interface Driven {
  args: readonly string[]
  env: Record<string, string>
  /** Where it starts; else in the export. */
  cwd?: string
  input?: string
  /** What an event tells whoever watches. */
  progress(event: AgentEvent): AgentProgress | null
  /** What comes by the thousand, and says nothing that does not come again at the end. */
  isNoise?(event: AgentEvent): boolean
}

/** Runs a CLI in its streaming form: what it says is heard as it says it, and its silence is noticed. */
export async function drive(task: AgentTask, driven: Driven): Promise<Heard> {
  // Ten thousand findings still fit.
  const stdout = boundedOutput(16 * 1024 * 1024)
  const stderr = boundedOutput(64 * 1024)
  const lines = lineSplitter(line => {
    const event = eventIn(line)
    if (event) notify(task, driven.progress(event))
    if (!event || !driven.isNoise?.(event)) stdout.add(Buffer.from(`${line}\n`))
  })
  const end = await runChild({
    file: task.program,
    args: driven.args,
    cwd: driven.cwd ?? task.dir,
    env: driven.env,
    input: driven.input ?? '',
    timeoutMs: longestStream(task),
    silenceMs: task.silenceMs,
    signal: task.signal,
    onStdout: lines.add,
    onStderr: stderr.add,
  })
  lines.end()
  // What is missing may be an error, or the findings of an answer that comes in pieces.
  const isCut = stdout.isCut() || lines.letGo() > 0
  return { end, stdout: stdout.text(), isCut, stderr: plainText(stderr.text()), silenceMs: task.silenceMs }
}

/** A stream that never falls silent ends as well: with the default of five minutes' silence, after half an hour. */
const longestStream = ({ silenceMs }: Pick<AgentTask, 'silenceMs'>): number => silenceMs * 6

/** What a model says is hostile: it may not steer a terminal, nor fill it. */
function notify({ notice }: AgentTask, progress: AgentProgress | null): void {
  if (!progress) return
  const line = progress.line === undefined ? '' : masked(progress.line, 120)
  if (line !== '') notice({ ...progress, line })
  else if (progress.cost) notice({ cost: progress.cost })
}
