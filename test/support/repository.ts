import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Finished {
  status: number | null
  stdout: string
  stderr: string
  /** Both streams, for what a person would see. */
  output: string
}

export interface TestRepository {
  dir: string
  git(...args: string[]): string
  /** As `git`, for what may fail. */
  tryGit(...args: string[]): Finished
  write(files: Record<string, string | Buffer>): void
  read(path: string): string
  has(path: string): boolean
  executable(path: string, text: string): void
  /** Writes, stages everything and commits; answers the commit's id. */
  commit(message: string, files?: Record<string, string | Buffer>): string
  run(command: string, args: string[], options?: RunOptions): Finished
}

export interface RunOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  input?: string
}

/** Real git in a temporary folder, gone when the test is. */
export function temporaryRepository({
  name = 'project',
  init = ['init', '-q', '-b', 'main'],
} = {}): TestRepository {
  const dir = join(temporaryFolder(), name)
  mkdirSync(dir, { recursive: true })
  const repository = repositoryAt(dir)
  if (init.length > 0) repository.git(...init)
  return repository
}

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-test-')))
  // A worker may still be writing its last file there.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 20 }))
  return folder
}

/** No test may touch the repository that it is started from, or anything that is not its own. */
export function refuseRealFolders(dir: string, cwd = process.cwd()): void {
  const isInside = (folder: string) => `${dir}${sep}`.startsWith(`${folder}${sep}`)
  if (isInside(realpathSync(tmpdir())) && dir !== realpathSync(tmpdir()) && !isInside(realpathSync(cwd)))
    return
  throw new Error(`not a temporary folder: ${dir}`)
}

export function repositoryAt(dir: string): TestRepository {
  refuseRealFolders(dir)

  const run = (
    command: string,
    args: string[],
    { cwd = dir, env = {}, input }: RunOptions = {},
  ): Finished => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      // Vitest's own limit cannot end a call that blocks: without this a hang would be silent.
      timeout: 110_000,
      ...(input === undefined ? {} : { input }),
    })
    // A hook may leave without having read what it was told.
    if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    return { status, stdout, stderr, output: stdout + stderr }
  }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const write: TestRepository['write'] = files => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
  }

  return {
    dir,
    git,
    run,
    write,
    tryGit: (...args) => run('git', args),
    read: path => readFileSync(join(dir, path), 'utf8'),
    has: path => existsSync(join(dir, path)),
    executable(path, text) {
      write({ [path]: text })
      chmodSync(join(dir, path), 0o755)
    },
    commit(message, files = {}) {
      write(files)
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
  }
}
