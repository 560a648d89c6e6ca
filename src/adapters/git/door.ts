import { spawn, spawnSync } from 'node:child_process'
import { endOfOptions } from '../../domain/push-words.ts'
import { WingmanError } from '../../errors.ts'
import { gitEnvironment, SAFETY, theirEnvironment } from './safety.ts'
import { onlyOurs, onlyReads, verbOf } from './verbs.ts'

/**
 * The one door to git. `text` goes through simple-git, loaded when it is first needed. `bytes` is the fast side: no
 * library, for hooks and for what simple-git cannot do (standard input, output that is not text).
 */
export interface GitDoor {
  dir: string
  /** Trimmed of its last newline. A command that only answers by its exit code answers ''. */
  text(args: readonly string[], options?: { env?: Record<string, string> }): Promise<string>
  bytes(args: readonly string[], options?: BytesOptions): Promise<Buffer>
  /** As `bytes`, with the exit code instead of an error. */
  attempt(args: readonly string[], options?: BytesOptions): Promise<Attempt>
  /** As `attempt`, at once, for short questions: setting up streams to a first child takes a hook 5 ms. */
  ask(args: readonly string[]): Attempt
  /** What it ends with, and nothing of what it prints: runs beside others, since no stream has to be set up for it. */
  code(args: readonly string[]): Promise<number | null>
  /** As `bytes`, for everything that writes; the others refuse to. */
  change(args: readonly string[], options: ChangeOptions): Promise<Buffer>
}

interface ChangeOptions extends BytesOptions {
  /** `ours`: objects, a private index, our own refs and checkouts. `theirs`: the person's tree, index or branches, which moves the epoch. */
  whose: 'ours' | 'theirs'
}

interface BytesOptions {
  input?: string | Buffer
  env?: Record<string, string>
  /** No more than the first so many bytes are wanted; git is not kept at it any longer. */
  most?: number
  /** In milliseconds, for what may take longer than a question. */
  patience?: number
  /** Where it is started, if not at the top: git never removes that folder (2.35 and newer). */
  cwd?: string
}

export interface Attempt {
  code: number | null
  stdout: Buffer
  stderr: string
}

// A question to git that takes a minute is waiting for something that will not come: a dead network mount, a lock.
const PATIENCE_MS = 60_000

/** What git was asked, how it ended and how long it took: for the log. */
type OnRan = (ran: { verb: string; code: number | null; ms: number }) => void

export function openGit(dir: string, onTheirs: () => Promise<unknown>, onRan: OnRan = () => {}): GitDoor {
  const run: Run = async (args, options) => {
    const began = performance.now()
    const attempted = await start(dir, args, options)
    onRan({ verb: verbOf(args), code: attempted.code, ms: Math.round(performance.now() - began) })
    return attempted
  }
  const attempt: GitDoor['attempt'] = async (args, options = {}) => run(reading(args), options)
  return {
    dir,
    attempt,
    ask(args) {
      const began = performance.now()
      const attempted = startAtOnce(dir, reading(args))
      onRan({ verb: verbOf(args), code: attempted.code, ms: Math.round(performance.now() - began) })
      return attempted
    },
    code: args => startSilently(dir, reading(args)),
    async bytes(args, options) {
      return outputOf(args, await attempt(args, options))
    },
    async change(args, { whose, ...options }) {
      if (whose === 'ours') return outputOf(args, await run(ours(args, options), options))
      // Before, for work that a crash would leave with the old number; after, for work that began in between.
      await onTheirs()
      const attempted = await run(args, options)
      await onTheirs()
      return outputOf(args, attempted)
    },
    async text(args, { env = {} } = {}) {
      reading(args)
      const { simpleGit } = await import('simple-git')
      const environment = gitEnvironment(env)
      const git = simpleGit({
        baseDir: dir,
        config: [...SAFETY],
        timeout: { block: PATIENCE_MS },
        // Which config files git reads is the person's own setting; the other two are the flags of safety.ts.
        unsafe: { allowUnsafeConfigPaths: true, allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true },
        allowEnvironment: Object.keys(environment),
      }).env(environment)
      try {
        return (await git.raw([...args])).replace(/\n$/, '')
      } catch (error) {
        throw gitFailed(args, error instanceof Error ? error.message.trim() : String(error))
      }
    },
  }
}

function reading(args: readonly string[]): readonly string[] {
  if (onlyReads(args)) return args
  throw new Error(`git ${verbOf(args)} writes: it goes through change()`)
}

/** What is the person's has another way, which moves the epoch. */
function ours(args: readonly string[], options: BytesOptions): readonly string[] {
  if (onlyOurs(args, options)) return args
  throw new Error(`git ${verbOf(args)} may change what is the person's: it is theirs`)
}

/** What it printed; an error when it did not succeed. */
export function outputOf(args: readonly string[], { code, stdout, stderr }: Attempt): Buffer {
  if (code === 0) return stdout
  throw gitFailed(args, stderr.trim() || `exit code ${code}`)
}

type Run = (args: readonly string[], options: BytesOptions) => Promise<Attempt>

function start(
  dir: string,
  args: readonly string[],
  { input, env, most = Infinity, patience = PATIENCE_MS, cwd = dir }: BytesOptions,
): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', withSafety(args), {
      cwd,
      env: gitEnvironment(env),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    // Not spawn's own `timeout`: where git cannot be started, Node 20 would wait for it all the same.
    const timer = setTimeout(() => {
      child.kill()
      // What it started may live on, and would keep these open.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, patience)
    const out: Buffer[] = []
    const err: Buffer[] = []
    let left = most
    child.stdout?.on('data', (chunk: Buffer) => {
      if (left > 0) out.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) child.kill()
    })
    child.stderr?.on('data', chunk => err.push(chunk))
    child.on('error', error => {
      clearTimeout(timer)
      reject(cannotStart(dir, error))
    })
    child.on('close', code => {
      clearTimeout(timer)
      const stdout = Buffer.concat(out)
      resolve({ code: left > 0 ? code : 0, stdout, stderr: Buffer.concat(err).toString() })
    })
    // git may leave before it has read everything, for instance when the repository is gone; its exit code tells.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

function startSilently(dir: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', withSafety(args), { cwd: dir, env: gitEnvironment(), stdio: 'ignore' })
    const timer = setTimeout(() => child.kill(), PATIENCE_MS)
    child.on('error', error => reject(cannotStart(dir, error)))
    child.on('exit', code => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

function startAtOnce(dir: string, args: readonly string[]): Attempt {
  const { status, stdout, stderr, error } = spawnSync('git', withSafety(args), {
    cwd: dir,
    env: gitEnvironment(),
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  // One that took too long was started: like any that was ended by a signal, it has no exit code.
  if (error && codeOf(error) !== 'ETIMEDOUT') throw cannotStart(dir, error)
  return { code: status, stdout, stderr: stderr.toString() }
}

/**
 * The person's own `git push`, as if they had typed it: their folder, environment, terminal and hooks. The one command that is
 * theirs and not ours; whoever calls this has asked the gate. Answers its exit code.
 */
export function theirPush(
  words: readonly string[],
  { cwd, outputAside }: { cwd: string; outputAside: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    // Standard output may be for a document of ours; then git speaks on the other stream.
    const stdio: ('inherit' | number)[] = ['inherit', outputAside ? 2 : 'inherit', 'inherit']
    const child = spawn('git', ['push', ...words], { cwd, env: theirEnvironment(), stdio })
    // Ctrl-C reaches git as well, and how it ends is the answer.
    const wait = () => {}
    process.on('SIGINT', wait)
    child.on('error', error => {
      process.off('SIGINT', wait)
      reject(cannotStart(cwd, error))
    })
    child.on('close', code => {
      process.off('SIGINT', wait)
      resolve(code ?? 130)
    })
  })
}

/**
 * The same without pushing. `--dry-run` stands at both ends: behind the person's options, where no `--no-dry-run` of theirs comes
 * after it, and in front, should the last of them take the next word for its value. Questions for a password reach them. Push
 * options stay at home: in a dry run git writes them to a remote that has hung up already, and may die of it.
 */
export function dryPush(words: readonly string[], cwd: string): Promise<Attempt> {
  const end = endOfOptions(words)
  const args = [
    ...[
      '-c',
      'core.abbrev=no',
      '-c',
      'advice.pushUpdateRejected=false',
      '-c',
      'push.pushOption=',
      'push',
      '--dry-run',
    ],
    ...words.slice(0, end),
    ...['--porcelain', '--no-quiet', '--no-verify', '--dry-run', '--no-push-option'],
    ...words.slice(end),
  ]
  return new Promise((resolve, reject) => {
    // Not in another language, so that the one line is known which the push itself says once more.
    const env = { ...theirEnvironment(), LANGUAGE: 'en' }
    const child = spawn('git', args, { cwd, env, stdio: ['inherit', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    child.stdout.on('data', chunk => out.push(chunk))
    const err: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => {
      err.push(chunk)
      process.stderr.write(withoutRefusal(chunk))
    })
    child.on('error', error => reject(cannotStart(cwd, error)))
    child.on('close', code => {
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() })
    })
  })
}

/** Git writes a message at once; whatever else comes goes on as it is, a prompt without a newline too. */
const withoutRefusal = (chunk: Buffer): Buffer =>
  Buffer.from(chunk.toString('latin1').replace(/^error: failed to push some refs to .*\n/gm, ''), 'latin1')

const withSafety = (args: readonly string[]): string[] => [
  ...SAFETY.flatMap(setting => ['-c', setting]),
  ...args,
]

const codeOf = (error: Error): string | undefined => (error as NodeJS.ErrnoException).code

function gitFailed(args: readonly string[], why: string): WingmanError {
  return new WingmanError({ code: 'E_GIT', kind: 'undecided', message: `git ${verbOf(args)} failed: ${why}` })
}

function cannotStart(dir: string, cause: Error): WingmanError {
  return new WingmanError({
    code: 'E_NO_GIT',
    message: `git could not be started in ${dir}: ${cause.message}`,
    hint: 'Install git 2.31 or newer and make sure it is on PATH.',
    cause,
  })
}
