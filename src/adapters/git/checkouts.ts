import { lstat, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { namesIn, readIfThere } from '../store/files.ts'
import { isAlive, type ProcessIdentity, thisProcess } from '../store/process-identity.ts'
import type { GitDoor } from './door.ts'
import type { RepositoryPaths } from './locate.ts'

/** A temporary folder of ours, with a note of whose it is: what a killed worker leaves behind can be told from one at work. */
export async function temporaryCheckout({ commonDir }: RepositoryPaths): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'wingman-')))
  const note: Note = { version: 1, repository: commonDir, owner: thisProcess() }
  await writeFile(join(folder, NOTE), JSON.stringify(note))
  return folder
}

interface Note {
  version: 1
  repository: string
  owner: ProcessIdentity
}

const NOTE = 'owner.json'
/** As `mkdtemp` makes them, and nothing that merely begins in the same way. */
const OURS = /^wingman-[A-Za-z0-9]{6}$/

export interface LeftCheckout {
  folder: string
  /** Git knows of a worktree in it. */
  isRegistered: boolean
}

/** Checkouts and exports of this repository whose process is gone. */
export async function leftCheckouts(paths: RepositoryPaths): Promise<LeftCheckout[]> {
  const registered = await registeredFolders(paths)
  const top = await realpath(tmpdir())
  const others = (await namesIn(top)).filter(name => OURS.test(name)).map(name => join(top, name))
  const left: LeftCheckout[] = []
  for (const folder of new Set([...registered, ...others])) {
    const isRegistered = registered.includes(folder)
    if (await isLeft(paths, folder, isRegistered)) left.push({ folder, isRegistered })
  }
  return left
}

export async function removeCheckout(git: GitDoor, { folder, isRegistered }: LeftCheckout): Promise<void> {
  const tree = join(folder, 'tree')
  // Not `prune`: that would also forget a worktree of the person's that is on a disk which is not there today.
  if (isRegistered)
    await git.change(['worktree', 'remove', '--force', '--force', tree], { whose: 'ours' }).catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

/** Read off the files: `git worktree list` would have to pass for a reading verb. */
async function registeredFolders({ commonDir }: RepositoryPaths): Promise<string[]> {
  const folder = join(commonDir, 'worktrees')
  const texts = await Promise.all(
    (await namesIn(folder)).map(name => readIfThere(join(folder, name, 'gitdir')).catch(() => null)),
  )
  return texts.flatMap(text => {
    const tree = dirname(text?.trim() ?? '')
    const isOurs = basename(tree) === 'tree' && OURS.test(basename(dirname(tree)))
    return isOurs ? [dirname(tree)] : []
  })
}

async function isLeft(paths: RepositoryPaths, folder: string, isRegistered: boolean): Promise<boolean> {
  const info = await lstat(folder).catch(() => null)
  if (!info) return isRegistered
  // Anybody may put something of this name into a folder that all share.
  if (!info.isDirectory() || info.uid !== process.getuid?.()) return false
  const note = parseNote(await readIfThere(join(folder, NOTE)).catch(() => null))
  return note !== null && note.repository === paths.commonDir && isAlive(note.owner) === false
}

function parseNote(text: string | null): Note | null {
  try {
    const note = JSON.parse(text ?? '')
    const { version, repository, owner } = note ?? {}
    return version === 1 && typeof repository === 'string' && typeof owner?.pid === 'number' ? note : null
  } catch {
    return null
  }
}
