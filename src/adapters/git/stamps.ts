import { type BigIntStats, lstatSync, readdirSync } from 'node:fs'

/**
 * What the system notes of every tracked file and of the folders that hold them. An edit that was taken back leaves the same content
 * and another time of change, which no program can set back.
 */
export type Stamps = ReadonlyMap<string, Folder>

interface Folder {
  inode: bigint
  /** When entries of it last came or went, whatever they are. */
  entriesAt: bigint
  /** The same, and when it was moved itself. */
  changedAt: bigint
  tracked: ReadonlyMap<string, string>
  /** What is ignored: in a tree that is exactly a snapshot nothing else is untracked. */
  others: ReadonlyMap<string, string>
}

/** By the names of git's index, byte for byte. */
export function stampsOf(root: string, names: readonly string[]): Stamps {
  const folders = byFolder(names)
  return new Map([...folders].map(([folder, tracked]) => [folder, stampFolder(root, folder, tracked)]))
}

/** Whether nobody has touched anything in between; a command that writes where nothing is tracked has not. */
export function isUntouched(before: Stamps, after: Stamps): boolean {
  return before.size === after.size && [...before].every(([name, was]) => isSameFolder(was, after.get(name)))
}

function isSameFolder(was: Folder, is: Folder | undefined): boolean {
  if (!is || was.inode !== is.inode || !isSame(was.tracked, is.tracked)) return false
  if (was.entriesAt === is.entriesAt) return was.changedAt === is.changedAt
  // Something came, or went, or did both: an ignored file that is another one now accounts for it.
  return !isSame(was.others, is.others)
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([name, stamp]) => other.get(name) === stamp)

/** Every folder above a tracked file, with what is tracked in it. */
function byFolder(names: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([['', new Set()]])
  const add = (name: string): void => {
    const cut = name.lastIndexOf('/')
    const folder = name.slice(0, cut + 1)
    const known = folders.get(folder)
    if (known) return void known.add(name.slice(cut + 1))
    folders.set(folder, new Set([name.slice(cut + 1)]))
    add(name.slice(0, cut))
  }
  for (const name of names) add(name)
  return folders
}

function stampFolder(root: string, folder: string, names: ReadonlySet<string>): Folder {
  const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(folder, 'latin1')])
  const info = lstatSync(path, { bigint: true })
  const tracked = new Map<string, string>()
  const others = new Map<string, string>()
  for (const name of readdirSync(path, 'latin1')) {
    if (name === '.git') continue
    const entry = lstatSync(Buffer.concat([path, Buffer.from(name, 'latin1')]), {
      bigint: true,
      throwIfNoEntry: false,
    })
    if (!entry) continue
    if (names.has(name)) tracked.set(name, stampOf(entry, entry.ino))
    // A number may be given again at once, to a folder that is made anew.
    else others.set(name, stampOf(entry, entry.birthtimeNs))
  }
  return { inode: info.ino, entriesAt: info.mtimeNs, changedAt: info.ctimeNs, tracked, others }
}

/** What is in a folder moves its times as well, and is looked at by itself where it is tracked. */
const stampOf = (info: BigIntStats, ofFolder: bigint): string =>
  info.isDirectory() ? `${ofFolder}` : `${info.ino} ${info.mode} ${info.size} ${info.mtimeNs} ${info.ctimeNs}`
