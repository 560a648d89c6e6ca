import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { WingmanError } from '../../errors.ts'
import type { GitDoor } from '../git/door.ts'
import type { RepositoryPaths } from '../git/locate.ts'
import { isNet } from './worktree-net.ts'

/** Where git looks for hooks, and to whom that folder belongs. */
export interface HooksPlace {
  dir: string
  /** `git`: inside the git directory, ours to put stubs in. `husky`, `tracked`: the project's files, in which we own a block. */
  owner: 'git' | 'husky' | 'tracked'
}

export async function hooksPlace(git: GitDoor, paths: RepositoryPaths): Promise<HooksPlace> {
  const setting = await hooksPathSetting(git)
  if (!setting) return { dir: join(paths.commonDir, 'hooks'), owner: 'git' }
  // An empty one switches hooks off; nobody would find ours there.
  if (setting.scope === 'global' || setting.scope === 'system' || setting.value === '') throw foreign(setting)
  const dir = resolve(paths.root, setting.value.replace(/^~(?=\/)/, homedir()))
  if (isInside(paths.commonDir, dir)) return { dir, owner: 'git' }
  if (!rootsOf(paths).some(root => isInside(root, dir))) throw foreign(setting)
  const isHusky = /[\\/]\.husky[\\/]_$/.test(dir)
  return isHusky ? { dir: dirname(dir), owner: 'husky' } : { dir, owner: 'tracked' }
}

/** All that is this repository. A linked worktree may be given the folder of the main one. */
export const rootsOf = ({ root, commonDir }: RepositoryPaths): string[] => [
  root,
  commonDir,
  ...(basename(commonDir) === '.git' ? [dirname(commonDir)] : []),
]

/** Whether this worktree looks elsewhere than the others do. */
export const isPerWorktree = async (git: GitDoor): Promise<boolean> =>
  (await hooksPathSetting(git))?.scope === 'worktree'

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}

interface Setting {
  scope: string
  value: string
}

/** The one that counts, without those of our own doing: for every git command that we start, and for linked worktrees. */
export async function hooksPathSetting(git: GitDoor): Promise<Setting | null> {
  const { stdout } = await git.attempt(['config', '--show-scope', '-z', '--get-all', 'core.hooksPath'])
  const fields = stdout.toString().split('\0')
  const settings: Setting[] = []
  for (let at = 0; at + 1 < fields.length; at += 2)
    settings.push({ scope: fields[at] ?? '', value: fields[at + 1] ?? '' })
  return settings.filter(({ scope, value }) => scope !== 'command' && !isNet(value)).at(-1) ?? null
}

function foreign({ scope, value }: Setting): WingmanError {
  return new WingmanError({
    code: 'E_HOOKS_PATH',
    message: `core.hooksPath is set to ${value} in the ${scope} git config, a folder outside this repository. Nothing was written.`,
    hint: 'Give this repository a folder of its own: `git config core.hooksPath "$(git rev-parse --path-format=absolute --git-common-dir)/hooks"`, then run this again.',
  })
}
