import { rename, rmdir, stat } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { readIfThere, writeWhole } from '../store/files.ts'
import { digestOf, type FileChange, isLink, isThere, remove, textAt } from './file-change.ts'

/** What we wrote and what was there before, so that `uninstall` can give back the very bytes. */
export interface Entry {
  path: string
  before: string | null
  movedTo: string | null
  /** Digest of what we wrote. */
  after: string
  /** The folder was made for it, and goes with it when nothing else is in there. */
  madeFolder: boolean
  /** How many folders above that one were made as well. */
  madeAbove?: number
  /** Written by a manager that we started: it stays while that one runs the hooks, and goes with us. */
  isManagers?: boolean
}

export type Manifest = Entry[]

/** Paths are kept relative to the manifest: a repository that is moved can still be left as it was. */
export async function readManifest(path: string): Promise<Manifest> {
  const here = (name: string) => resolve(dirname(path), name)
  const text = await readIfThere(path)
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return (Array.isArray(entries) ? entries.filter(isEntry) : []).map(entry => ({
      ...entry,
      path: here(entry.path),
      movedTo: entry.movedTo === null ? null : here(entry.movedTo),
    }))
  } catch {
    return [] // without it each hook is still known by its marks
  }
}

/** Written before the files are: an install that is killed halfway can be taken back all the same. */
export async function remember(
  path: string,
  changes: readonly FileChange[],
  { isManagers = false } = {},
): Promise<void> {
  const known = new Map((await readManifest(path)).map(entry => [entry.path, entry]))
  for (const change of changes) {
    const first = known.get(change.path)
    const made = first ?? (await foldersFor(change.path))
    const { madeFolder, madeAbove = 0 } = made
    known.set(change.path, {
      ...entryFor(change, first),
      madeFolder,
      ...(madeAbove > 0 && { madeAbove }),
      ...(isManagers && { isManagers }),
    })
  }
  await write(path, [...known.values()])
}

async function foldersFor(path: string): Promise<Pick<Entry, 'madeFolder' | 'madeAbove'>> {
  const missing = await missingAbove(path)
  return { madeFolder: missing > 0, madeAbove: Math.max(0, missing - 1) }
}

const missingAbove = async (path: string): Promise<number> =>
  (await isThere(dirname(path))) ? 0 : 1 + (await missingAbove(dirname(path)))

/** What was taken back, or is no longer ours. */
export async function forget(path: string, gone: readonly string[]): Promise<void> {
  const known = await readManifest(path)
  const left = known.filter(entry => !gone.includes(entry.path))
  if (left.length < known.length) await write(path, left)
}

async function write(path: string, manifest: Manifest): Promise<void> {
  const from = (name: string) => relative(dirname(path), name)
  const entries = manifest.map(entry => ({
    ...entry,
    path: from(entry.path),
    movedTo: entry.movedTo === null ? null : from(entry.movedTo),
  }))
  await writeWhole(path, `${JSON.stringify(entries, null, 2)}\n`)
}

function entryFor(change: FileChange, first: Entry | undefined): Omit<Entry, 'madeFolder' | 'madeAbove'> {
  // What somebody edited since is the new truth of what is theirs; else the first install saw it.
  const isOurs = first && (change.before === null || digestOf(change.before) === first.after)
  return {
    path: change.path,
    before: isOurs ? first.before : change.original,
    movedTo: change.moveTo ?? change.keptAt ?? first?.movedTo ?? null,
    after: digestOf(change.after),
  }
}

/** For a file of ours that no manifest knows: what is there now counts as what we wrote. */
export const entryByMarks = (change: FileChange): Entry => ({
  path: change.path,
  before: change.original,
  movedTo: change.keptAt,
  after: change.isEdited ? EDITED : digestOf(change.before ?? ''),
  madeFolder: false,
})

/** In place of a digest, where somebody has edited it: no text has this one. */
export const EDITED = ''

export type Restored = 'restored' | 'gone' | 'edited'

/** The bytes that were there, unless somebody has edited ours since: then it is theirs. */
export async function restore(entry: Entry): Promise<Restored> {
  const now = await textAt(entry.path)
  const kept = entry.movedTo !== null && (await isThere(entry.movedTo)) ? entry.movedTo : null
  if (now !== null && kept === null && now === entry.before) return 'gone' // given back already
  // Ours was a file: written over a link, or through it, something of theirs would be lost.
  if (await isLink(entry.path)) return now === null ? 'gone' : 'edited'
  if (now !== null && digestOf(now) !== entry.after)
    return (await isBackAlready(now, kept)) ? 'gone' : 'edited'
  if (now === null && kept === null) {
    await removeWithFolder(entry) // killed between the two, an earlier uninstall left the folder
    return 'gone'
  }
  if (kept !== null) await rename(kept, entry.path)
  else if (entry.before === null) await removeWithFolder(entry)
  else await giveBack(entry.path, entry.before)
  return 'restored'
}

/** A manager that wrote its stub anew gave back what was kept. */
async function isBackAlready(now: string, kept: string | null): Promise<boolean> {
  if (kept === null || now !== (await textAt(kept))) return false
  await remove(kept)
  return true
}

async function removeWithFolder({ path, madeFolder, madeAbove = 0 }: Entry): Promise<void> {
  await remove(path)
  let folder = dirname(path)
  for (let left = madeFolder ? 1 + madeAbove : 0; left > 0; left -= 1) {
    await rmdir(folder).catch(() => {}) // refused when something else is in there by now
    folder = dirname(folder)
  }
}

async function giveBack(path: string, text: string): Promise<void> {
  const { mode } = await stat(path)
  await writeWhole(path, text, mode & 0o7777)
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null
  return (
    typeof entry?.path === 'string' &&
    typeof entry.after === 'string' &&
    isTextOrNull(entry.before) &&
    isTextOrNull(entry.movedTo)
  )
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
