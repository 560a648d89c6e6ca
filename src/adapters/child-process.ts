import { execa } from 'execa'
import { type ProcessGroup, processGroup } from './process-group.ts'

export interface ChildOptions {
  file: string
  args: readonly string[]
  cwd: string
  /** All of it: nothing is inherited. */
  env: Record<string, string>
  input?: string
  timeoutMs: number
  /** Without a word on either pipe; for what tells all the time what it does. */
  silenceMs?: number
  signal: AbortSignal
  /** How long the group has after SIGTERM, and a straggler's open pipe after that. */
  graceMs?: number
  onStdout(chunk: Buffer): void
  onStderr(chunk: Buffer): void
}

export type ChildEnd =
  | { how: 'exited'; code: number }
  | { how: 'killed'; signal: string }
  | { how: 'timed-out'; silent: boolean }
  | { how: 'cancelled' }
  | { how: 'not-started'; missing: boolean; reason: string }

/** Runs a program as the leader of its own process group, and answers only when nothing of that group is left. */
export async function runChild(options: ChildOptions): Promise<ChildEnd> {
  const { signal, graceMs = 5_000 } = options
  if (signal.aborted) return { how: 'cancelled' }
  const child = spawn(options)
  if (child.pid === undefined) return notStarted(await child)
  const group = processGroup(child.pid, graceMs)
  // Only now, when it is known that there is such a group: what waits for it ends by itself if we are killed before.
  child.stdin?.end(options.input)
  const stopped = await exitOf(child, group, options)
  // What the command left in the background ends with it.
  await group.end()
  const result = await withoutStragglers(child, graceMs)
  return stopped ?? endingOf(result)
}

/** Waits for the leader; answers why we stopped it, null if we did not. */
async function exitOf(
  child: Child,
  group: ProcessGroup,
  { timeoutMs, silenceMs = LONGEST_TIMER, signal }: ChildOptions,
) {
  let stopped: ChildEnd | null = null
  const stop = (why: ChildEnd) => {
    stopped ??= why
    void group.end()
  }
  const onAbort = () => stop({ how: 'cancelled' })
  const timer = setTimeout(
    () => stop({ how: 'timed-out', silent: false }),
    Math.min(timeoutMs, LONGEST_TIMER),
  )
  const silence = setTimeout(
    () => stop({ how: 'timed-out', silent: true }),
    Math.min(silenceMs, LONGEST_TIMER),
  )
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', () => silence.refresh())
  signal.addEventListener('abort', onAbort, { once: true })
  await new Promise<void>(resolve => child.once('exit', () => resolve()))
  clearTimeout(timer)
  clearTimeout(silence)
  signal.removeEventListener('abort', onAbort)
  return stopped
}

/** Beyond this, Node fires a timer at once. */
const LONGEST_TIMER = 2 ** 31 - 1

type Child = ReturnType<typeof spawn>

function spawn({ file, args, cwd, env, input, onStdout, onStderr }: ChildOptions) {
  const child = execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    // A group of its own. Windows has none; there `detached` would open a console window.
    detached: process.platform !== 'win32',
    reject: false,
    buffer: false,
    stdin: input === undefined ? 'ignore' : 'pipe',
  })
  // It may leave without having read everything.
  child.stdin?.on('error', () => {})
  child.stdout.on('data', onStdout)
  child.stderr.on('data', onStderr)
  return child
}

/** A process that left the group (setsid) can hold our pipe open for ever: it is not waited for. */
async function withoutStragglers(child: Child, graceMs: number): Promise<Awaited<Child>> {
  const timer = setTimeout(() => {
    child.stdout.destroy()
    child.stderr.destroy()
  }, graceMs)
  try {
    return await child
  } finally {
    clearTimeout(timer)
  }
}

function endingOf(result: Awaited<Child>): ChildEnd {
  if (result.signal !== undefined) return { how: 'killed', signal: result.signal }
  if (result.exitCode !== undefined) return { how: 'exited', code: result.exitCode }
  return notStarted(result)
}

function notStarted(result: Awaited<Child>): ChildEnd {
  return {
    how: 'not-started',
    missing: result.code === 'ENOENT',
    reason: result.originalMessage ?? 'it could not be started',
  }
}
