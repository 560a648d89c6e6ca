import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { type Finished, temporaryFolder } from './repository.ts'
import { reviewedRepository, type WingmanRepository, wingmanAt } from './wingman.ts'

export const CLEAN = 'export const a = 1\n'
export const DEFECT = 'debugger\n'

const made = new Map<string, string>()

/** As `reviewedRepository`, made once for each config and copied: half of a short scenario's time is its setting. */
export function gatedRepository(config: string): WingmanRepository {
  const folder = temporaryFolder()
  cpSync(made.get(config) ?? make(config), folder, { recursive: true })
  return wingmanAt(join(folder, 'project'))
}

afterAll(() => {
  for (const kept of made.values()) rmSync(kept, { recursive: true, force: true })
})

function make(config: string): string {
  const repository = reviewedRepository(config)
  // As if wingman had come with this very commit: these tests are about what comes after it. test/install/adoption.test.ts is about that.
  repository.write({ '.git/wingman/adopted': `${repository.git('rev-parse', 'HEAD')}\n` })
  const original = join(repository.dir, '..')
  // The original goes with the test that asked first.
  const kept = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-made-'))
  cpSync(original, kept, { recursive: true })
  made.set(config, kept)
  return kept
}

/** A commit that no hook heard of, and that was looked at by now: nothing asks for its review any more. */
export function commitUnseen(
  repository: WingmanRepository,
  files: Record<string, string | Buffer>,
  ...more: string[]
): string {
  repository.write(files)
  repository.git('add', '-A')
  unseen(repository, 'commit', '-q', '--allow-empty', '-m', 'unseen', ...more)
  return repository.git('rev-parse', 'HEAD')
}

/**
 * What git does without a hook; where HEAD stands then is no news to whatever runs next. test/integration/unannounced.test.ts is
 * about what is.
 */
export function unseen({ git, tryGit }: WingmanRepository, ...command: string[]): void {
  const asked = join(git('rev-parse', '--absolute-git-dir'), 'wingman', 'asked')
  const off = ['-c', 'core.hooksPath=/dev/null']
  // Something else in its place is what a test is about.
  if (existsSync(asked) && !statSync(asked).isFile()) return void git(...off, ...command)
  // Without a note whoever looks meanwhile, such as a worker that is about to end, notes where HEAD stands and asks for nothing.
  rmSync(asked, { force: true })
  git(...off, ...command)
  const { status, stdout } = tryGit('rev-parse', '-q', '--verify', 'HEAD')
  const branch = tryGit('symbolic-ref', '-q', 'HEAD').stdout.trim() || '-'
  if (status === 0 && existsSync(dirname(asked))) writeFileSync(asked, `${stdout.trim()} ${branch}\n`)
}

/** A commit, and the wait for its review. */
export async function commitReviewed(
  repository: WingmanRepository,
  files: Record<string, string | Buffer>,
): Promise<string> {
  const commit = repository.commit('reviewed', files)
  await repository.reviewed()
  return commit
}

/** The command that a held push prints, word for word. */
export function repairIn(held: Finished): string[] {
  const command = /(?:npx )?wingman (run review .+)$/m.exec(held.stderr)?.[1]
  if (!command) throw new Error(`no repair is named in: ${held.output}`)
  return command.split(' ')
}

/** Does what a held push asks for, and pushes again. */
export function repairAndPush(repository: WingmanRepository, held: Finished, ...push: string[]): Finished {
  const repaired = repository.wingman(...repairIn(held))
  expect(repaired, repaired.output).toMatchObject({ status: 0 })
  return repository.push(...push)
}

/** Pushes, and shows what was said if it does not go through. */
export function pushes(repository: WingmanRepository, ...args: string[]): void {
  const pushed = repository.push(...args)
  expect(pushed, pushed.output).toMatchObject({ status: 0 })
}

/** What the remote has under a name; null if it has nothing. */
export function onRemote(repository: WingmanRepository, ref: string): string | null {
  const { status, stdout } = repository.tryGit('-C', '../remote.git', 'rev-parse', '-q', '--verify', ref)
  return status === 0 ? stdout.trim() : null
}

export const shortId = (commit: string): string => commit.slice(0, 10)
