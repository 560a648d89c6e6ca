import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { namesIn, readAnyway, writeWhole } from '../store/files.ts'
import { isAlive, type ProcessIdentity, thisProcess } from '../store/process-identity.ts'
import type { GitDoor } from './door.ts'
import type { RepositoryPaths } from './locate.ts'

/**
 * A temporary folder of ours. A note in our own folder says whose it is: what a killed worker leaves behind can be told
 * from one at work, and from anything that the person gave such a name.
 */
export async function temporaryCheckout(paths: RepositoryPaths): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'wingman-')))
  const note: Note = { version: 1, folder, owner: thisProcess() }
  await writeWhole(noteOf(paths, folder), `${JSON.stringify(note)}\n`)
  return folder
}

/** The folder and the note of it. */
export async function closeCheckout(paths: RepositoryPaths, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rm(noteOf(paths, folder), { force: true })
}

interface Note {
  version: 1
  folder: string
  owner: ProcessIdentity
}

const notesIn = ({ commonDir }: RepositoryPaths): string => join(commonDir, 'wingman', 'checkouts')

const noteOf = (paths: RepositoryPaths, folder: string): string => join(notesIn(paths), basename(folder))

export interface LeftCheckout {
  folder: string
}

/** Checkouts and exports of this repository whose process is gone. Of one that cannot be asked nothing is known. */
export async function leftCheckouts(paths: RepositoryPaths): Promise<LeftCheckout[]> {
  const notes = await Promise.all(
    (await namesIn(notesIn(paths))).map(async name =>
      parseNote(await readAnyway(join(notesIn(paths), name))),
    ),
  )
  return notes.flatMap(note => (note && isAlive(note.owner) === false ? [{ folder: note.folder }] : []))
}

export async function removeCheckout(
  git: GitDoor,
  paths: RepositoryPaths,
  { folder }: LeftCheckout,
): Promise<void> {
  await forgetWorktree(git, join(folder, 'tree'))
  await closeCheckout(paths, folder)
}

/** Not `prune`: that would also forget a worktree of the person's that is on a disk which is not there today. */
export async function forgetWorktree(git: GitDoor, tree: string): Promise<void> {
  await git.change(['worktree', 'remove', '--force', tree], { whose: 'ours' }).catch(() => {})
}

/** By what `mkdtemp` made of it: a note that leads anywhere else is none of ours. */
function parseNote(text: string | null): Note | null {
  try {
    const note = JSON.parse(text ?? '')
    const { version, folder, owner } = note ?? {}
    const isOne = version === 1 && typeof folder === 'string' && typeof owner?.pid === 'number'
    return isOne && /[\\/]wingman-\w{6}$/.test(folder) ? note : null
  } catch {
    return null
  }
}
