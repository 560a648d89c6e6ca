import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GitDoor } from './door.ts'

/** The submodules that are checked out, as the index names them. */
export async function checkedOutSubmodules(git: GitDoor): Promise<string[]> {
  const entries = (await git.bytes(['ls-files', '--stage', '-z'])).toString().split('\0')
  return entries
    .filter(entry => entry.startsWith('160000 '))
    .map(entry => join(git.dir, entry.slice(entry.indexOf('\t') + 1)))
    .filter(folder => existsSync(join(folder, '.git')))
}
