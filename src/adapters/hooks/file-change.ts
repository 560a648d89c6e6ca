import { createHash } from 'node:crypto'
import { chmod, lstat, readFile, rename, rm, stat } from 'node:fs/promises'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { codeOf, writeWhole } from '../store/files.ts'
import type { GitHook } from './templates.ts'

/** A file that `init` or `install` is going to write: data, so that it can be shown before it is done. */
export interface FileChange {
  path: string
  /** What is there now; null when nothing is. */
  before: string | null
  after: string
  /** What is there now without anything of ours: what `uninstall` gives back. Null: no file. */
  original: string | null
  /** Made so; otherwise it keeps the mode it has. */
  executable: boolean
  /** Where what is there now goes first, when it is kept as it is and run by ours. */
  moveTo: string | null
  /** Where an earlier install has put it. */
  keptAt: string | null
  /** What a person should know about it. */
  note: string | null
  /** The git hooks that come through this file; none for what is no hook. */
  hooks: readonly GitHook[]
  /** Whether what is there now has our part in it, of whatever version. */
  holdsOurs: boolean
  /** Ours once, and edited since: it has become theirs, and writing it anew would lose what they did. */
  isEdited: boolean
}

/** A file of ours alone, or one whose every byte may come back. */
export function plainChange(path: string, before: string | null, after: string): FileChange {
  return {
    path,
    before,
    after,
    original: before,
    executable: false,
    moveTo: null,
    keptAt: null,
    note: null,
    hooks: [],
    holdsOurs: false,
    isEdited: false,
  }
}

export const isNoop = (change: FileChange): boolean =>
  change.before === change.after && change.moveTo === null

/** What is really written, of what was planned. */
export const isToDo = (change: FileChange): boolean => !change.isEdited && !isNoop(change)

/** Puts it there whole, with its mode; run twice it does nothing the second time. */
export async function applyChange(change: FileChange): Promise<void> {
  await refuseWhatMoved(change)
  const before = await modeOf(change.path)
  // A file with something of theirs in it, or right but for its run bit, gets that bit and nothing else.
  const isKept = isNoop(change) || change.original !== null
  const mode = change.executable ? runnable(isKept ? before : undefined) : before
  if (change.moveTo !== null) await rename(change.path, change.moveTo)
  if (!isNoop(change)) await writeWhole(change.path, change.after, mode)
  // What is right already may be another person's, which only they may change.
  else if (mode !== undefined && mode !== before) await chmod(change.path, mode)
}

/** Where nobody may run it, whoever may read it. */
const runnable = (mode = 0o755): number => ((mode & 0o111) === 0 ? mode | ((mode & 0o444) >> 2) : mode)

/** What was planned was planned for other bytes: written all the same, it would be over something that nobody has looked at. */
async function refuseWhatMoved({ path, before, moveTo }: FileChange): Promise<void> {
  const isOther = (await textAt(path)) !== before
  const isTaken = moveTo !== null && (await isThere(moveTo))
  if (!isOther && !isTaken) return
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `${isTaken ? moveTo : path} was changed by somebody else a moment ago, so it was left alone.`,
    hint: 'Run this again.',
  })
}

const modeOf = async (path: string): Promise<number | undefined> => {
  const info = await stat(path).catch(() => null)
  return info ? info.mode & 0o7777 : undefined
}

export async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw notReadable(path, error)
  }
}

/** A folder in place of a file, or somebody else's: theirs to sort out. */
function notReadable(path: string, cause: unknown): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${path} could not be read: ${sentenceOf(cause)}. Nothing was written.`,
    hint: 'Look for missing permissions, or for something else in its place. Then run this again.',
    cause,
  })
}

export const isExecutable = async (path: string): Promise<boolean> =>
  (((await stat(path).catch(() => null))?.mode ?? 0) & 0o111) !== 0

/** By its own name: a link that leads nowhere is there too. */
export const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null)) !== null

export const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isSymbolicLink() ?? false

/** Read as text, it is not what stands there: the bytes would not survive being written back. */
export const isLossy = (text: string): boolean => text.includes('\ufffd')

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const remove = (path: string): Promise<void> => rm(path, { force: true })
