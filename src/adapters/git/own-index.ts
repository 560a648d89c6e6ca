import { randomBytes } from 'node:crypto'
import { constants, copyFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../store/make-folder.ts'
import { processRuns, processWorld } from '../store/process-identity.ts'
import type { RepositoryPaths } from './locate.ts'

/** An index of our own, that begins as the person's. */
export interface OwnIndex {
  env: { GIT_INDEX_FILE: string }
  /** As the person's is now. */
  renew(): Promise<void>
}

/** For whatever writes it: a split one would leave its other half in the person's git directory. */
export const WHOLE_INDEX = ['-c', 'core.splitIndex=false']

export async function withOwnIndex<T>(
  paths: RepositoryPaths,
  use: (index: OwnIndex) => Promise<T>,
): Promise<T> {
  const folder = join(paths.gitDir, 'wingman')
  makeFolder(folder)
  await sweep(folder)
  const file = join(folder, `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`)
  const renew = () => copyIndex(join(paths.gitDir, 'index'), file)
  try {
    await renew()
    return await use({ env: { GIT_INDEX_FILE: file }, renew })
  } finally {
    await rm(file, { force: true })
    await rm(`${file}.lock`, { force: true })
  }
}

/** With its cached file times a copy is as quick to refresh as the original. */
async function copyIndex(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  const info = await stat(from).catch(() => null)
  // Before the first `git add` there is none.
  if (!info) return
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  // By the time of its index git tells which files may have changed in the very moment they were looked at. A copy that were
  // younger would hide such a change; a microsecond earlier, since the time passes through a floating point number.
  await utimes(to, info.atime, info.mtimeMs / 1000 - 1e-6)
}

/** What a killed process left behind. On a shared disk, only what was ours: of other machines' processes we cannot know. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0
    if (pid > 0 && !processRuns(pid)) await rm(join(folder, name), { force: true })
  }
}

const PREFIX = `index-${processWorld()}-`
