import { realpath } from 'node:fs/promises'
import { basename, dirname, relative } from 'node:path'
import { WingmanError } from '../../errors.ts'
import type { RepositoryPaths } from '../git/locate.ts'
import { type FileChange, isLink, isLossy, isThere, isToDo } from './file-change.ts'
import { isInside, rootsOf } from './hooks-path.ts'

/** Whatever host has planned it: what is written stays in this repository, and every byte of theirs stays as well. */
export async function refuseUnsafe(paths: RepositoryPaths, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes.filter(isToDo)) {
    const { path, before, after, moveTo } = change
    if (!(await staysInside(paths, path))) throw outside(dirname(path))
    // Moved away as it is, it needs no reading.
    if (moveTo !== null) continue
    const file = relative(paths.root, path)
    if (await isLink(path)) throw unsafe(file, LINK, 'Put a file in its place')
    if (isLossy(before ?? '') && isLossy(after)) throw unsafe(file, ENCODING, 'Save it as UTF-8')
  }
}

const LINK = 'is a symbolic link, and what it leads to may be shared with others'
const ENCODING = 'is not in UTF-8, and some of its characters would be lost'

/** By the names that folders really have: a link may lead anywhere. */
export async function staysInside(paths: RepositoryPaths, path: string): Promise<boolean> {
  const folder = await realFolder(dirname(path))
  const roots = await Promise.all(rootsOf(paths).map(root => realpath(root).catch(() => root)))
  return folder !== null && roots.some(root => isInside(root, folder))
}

/** The one that a file, or the folders above it, would be made in; null for a link that leads nowhere. */
async function realFolder(folder: string): Promise<string | null> {
  if (await isThere(folder)) return realpath(folder).catch(() => null)
  return folder === dirname(folder) ? folder : realFolder(dirname(folder))
}

function outside(folder: string): WingmanError {
  return new WingmanError({
    code: 'E_HOOKS_PATH',
    message: `${folder} leads to a folder outside this repository, which others may share. Nothing was written.`,
    hint: 'Put a folder in its place, then run this again.',
  })
}

function unsafe(file: string, why: string, remedy: string): WingmanError {
  const without = basename(file) === 'package.json' ? ', or run it without --prepare' : ''
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${file} ${why}, so it was not touched. Nothing was written.`,
    hint: `${remedy}, then run this again${without}.`,
  })
}
