import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { GitDoor } from './door.ts'

/** Installed dependencies are ignored by git, so a fresh checkout has none; a command would fail for no reason of the change's. */
const DEPENDENCY_FOLDERS = new Set(['node_modules', '.venv', 'venv'])

export async function linkDependencies(git: GitDoor, from: string, to: string): Promise<void> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  const ignored = (await git.bytes(args)).toString().split('\0')
  for (const entry of ignored) {
    const folder = entry.replace(/\/$/, '')
    if (!DEPENDENCY_FOLDERS.has(folder.split('/').at(-1) ?? '')) continue
    await linkFolder(join(from, folder), join(to, folder), from)
  }
}

/**
 * A folder of links and not a link to the folder: `npm ci` in the checkout empties it, and must take away the links and
 * not what the person installed.
 */
async function linkFolder(from: string, to: string, root: string): Promise<void> {
  if ((await lstat(from)).isSymbolicLink()) return linkEntry(from, to, root)
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) await linkEntry(join(from, name), join(to, name), root)
}

async function linkEntry(from: string, to: string, root: string): Promise<void> {
  const target = (await lstat(from)).isSymbolicLink() ? await readlink(from) : null
  await mkdir(dirname(to), { recursive: true })
  // A workspace's own package (`node_modules/a` → `../packages/a`) must lead to the checkout's copy of it.
  await symlink(target !== null && staysInside(from, target, root) ? target : from, to)
}

function staysInside(link: string, target: string, root: string): boolean {
  if (isAbsolute(target)) return false
  const path = relative(root, resolve(dirname(link), target))
  return !path.startsWith('..') && !path.split('/').includes('node_modules')
}
