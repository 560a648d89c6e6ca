import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitDoor } from '../git/door.ts'
import type { RepositoryPaths } from '../git/locate.ts'
import { writeWhole } from '../store/files.ts'
import { isExecutable, isThere, textAt } from './file-change.ts'
import { sweepTemporary } from './sweep-temporary.ts'
import { GIT_HOOKS, type GitHook, hookScript } from './templates.ts'

/**
 * Where a manager makes the folder of hooks anew in each worktree, one that was added later has none. So git is led, in linked
 * worktrees alone, to a folder in the common git directory: its scripts run what the manager has there, else ours.
 */
const FOLDER = 'wingman/worktrees'

/** Git takes it from the folder of the config that says so: a repository that is moved keeps it. */
const KEY = 'includeIf.gitdir:./worktrees/.path'
const INCLUDED = `${FOLDER}/config`

/** Every hook that husky makes: whatever is not here would no longer run in a linked worktree. */
const HOOKS = [
  ...['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'applypatch-msg'],
  ...['pre-applypatch', 'post-applypatch', 'pre-rebase', 'post-rewrite', 'post-checkout', 'post-merge'],
  ...['pre-push', 'pre-auto-gc'],
]

interface Place {
  door: GitDoor
  paths: Pick<RepositoryPaths, 'commonDir'>
}

/** As git config says where hooks are; whoever asks where a manager wants them must not be told of ours. */
export const isNet = (hooksPath: string): boolean => hooksPath.endsWith(`/${FOLDER}`)

export async function hasNet({ door, paths }: Place): Promise<boolean> {
  const files = filesOf(paths.commonDir)
  const stands = files.map(
    async ([path, text, isRun]) => (await textAt(path)) === text && (!isRun || (await isExecutable(path))),
  )
  return (await isIncluded(door)) && (await Promise.all(stands)).every(Boolean)
}

/** The setting comes last: it leads to files that are whole. */
export async function putNet({ door, paths }: Place): Promise<void> {
  const folder = join(paths.commonDir, FOLDER)
  await sweepTemporary([folder, join(folder, 'ours')])
  for (const [path, text, isRun] of filesOf(paths.commonDir))
    await writeWhole(path, text, isRun ? 0o755 : undefined)
  if (!(await isIncluded(door)))
    await door.change(['config', '--local', '--add', KEY, INCLUDED], { whose: 'theirs' })
}

/** Answers whether there was anything of it. */
export async function removeNet({ door, paths }: Place): Promise<boolean> {
  const was = await isIncluded(door)
  if (was) await door.change(['config', '--local', '--unset-all', KEY, `^${INCLUDED}$`], { whose: 'theirs' })
  await rm(join(paths.commonDir, FOLDER), { recursive: true, force: true })
  return was
}

/** A removal that was killed may have left files, or a person the setting. */
export const hasAnyOfNet = async ({ door, paths }: Place): Promise<boolean> =>
  (await isIncluded(door)) || isThere(join(paths.commonDir, FOLDER))

async function isIncluded(door: GitDoor): Promise<boolean> {
  const { stdout } = await door.attempt(['config', '--local', '-z', '--get-all', KEY])
  return stdout.toString().split('\0').includes(INCLUDED)
}

type NetFile = [path: string, text: string, isRun: boolean]

function filesOf(commonDir: string): NetFile[] {
  const folder = join(commonDir, FOLDER)
  const script = hookScript('worktree.sh')
  const ours = Object.entries(GIT_HOOKS) as [GitHook, (typeof GIT_HOOKS)[GitHook]][]
  return [
    ...ours.map(([hook, name]): NetFile => [join(folder, 'ours', hook), hookScript(name), true]),
    ...HOOKS.map((hook): NetFile => [join(folder, hook), script, true]),
    [join(folder, 'config'), `[core]\n\thooksPath = ${quoted(folder)}\n`, false],
  ]
}

/** As git reads a value back. */
const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
