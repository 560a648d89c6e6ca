import { existsSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { oneLine } from '../../domain/plain-text.ts'
import { WingmanError } from '../../errors.ts'
import type { GitDoor } from './door.ts'
import type { RepositoryPaths } from './locate.ts'
import type { OwnIndex } from './own-index.ts'
import { type BytePath, isLink, nameOf, onDisk, type TreeChange } from './tree-changes.ts'

export interface Place {
  git: GitDoor
  paths: RepositoryPaths
  /** Holds everything of the tree that is not ignored. */
  index: OwnIndex
}

/**
 * Git takes an ignored file for one that may be overwritten, and nobody has a copy of it. So what stands where a file is
 * to come, and is not in the index, stops the restore before anything is touched.
 */
export async function refuseIfInTheWay(place: Place, changes: readonly TreeChange[]): Promise<void> {
  const leaving = new Set(changes.filter(({ status }) => status === 'D').map(({ path }) => path))
  const folders: BytePath[] = []
  const nested = nestedRepository(place.paths.root, changes)
  if (nested !== null) throw inTheWay(nested)
  for (const { path } of changes.filter(change => change.status === 'A' && !isLink(change))) {
    const obstacle = obstacleAt(place.paths.root, path)
    if (obstacle?.kind === 'folder') folders.push(path)
    else if (obstacle && !leaving.has(obstacle.path)) throw inTheWay(obstacle.path)
  }
  const [inside] = folders.length > 0 ? await untrackedIn(place, folders) : []
  if (inside !== undefined) throw inTheWay(inside)
}

/** A folder on the way to a change that is a repository of its own: what is in there is not ours to write or remove. */
function nestedRepository(root: string, changes: readonly TreeChange[]): BytePath | null {
  const isThere = (path: BytePath) => existsSync(onDisk(root, path))
  const isFolder = (path: BytePath) =>
    lstatSync(onDisk(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  const nestedAt = (folder: BytePath): BytePath | null | undefined => {
    if (folder === '.') return null
    const above = nestedAt(dirname(folder))
    if (above !== null) return above
    // Undefined: nothing lies in what is no folder.
    return isFolder(folder) ? (isThere(`${folder}/.git`) ? folder : null) : undefined
  }
  const touched = changes.filter(change => !isLink(change) && (change.status !== 'D' || isThere(change.path)))
  const folders = new Set(touched.map(({ path }) => dirname(path)))
  return [...folders].map(nestedAt).find(path => typeof path === 'string') ?? null
}

type Obstacle = { path: BytePath; kind: 'folder' | 'file' }

/** The path itself, or the first of its folders that is none. A link counts as a file: git must not write through it. */
function obstacleAt(root: string, path: BytePath): Obstacle | null {
  const above = dirname(path)
  const blocked = above === '.' ? null : obstacleAt(root, above)
  if (blocked?.kind === 'file') return blocked
  const info = lstatSync(onDisk(root, path), { throwIfNoEntry: false })
  if (!info) return null
  return { path, kind: info.isDirectory() ? 'folder' : 'file' }
}

/** Asked for without the folders' names: a name that is not text cannot be handed over. */
async function untrackedIn({ git, index }: Place, folders: readonly BytePath[]): Promise<BytePath[]> {
  const others = await git.bytes(['ls-files', '--others', '-z'], { env: index.env })
  const inside = (path: BytePath) => folders.some(folder => path.startsWith(`${folder}/`))
  return others.toString('latin1').split('\0').filter(inside)
}

const inTheWay = (path: BytePath): WingmanError =>
  new WingmanError({
    code: 'E_RESTORE',
    message: `${oneLine(nameOf(path))} is in the way: the snapshot has something at that place, and what is there is ignored by git or a repository of its own, so no snapshot has a copy of it.`,
    hint: 'Nothing was changed. Move it away and try again.',
  })
