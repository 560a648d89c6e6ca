import { randomBytes } from 'node:crypto'
import { constants, readdirSync, readFileSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { makeFolder } from './make-folder.ts'

/** Whole or not at all: after a crash there is the old file or the new one, never half of one. */
export async function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  const temporary = await writeBeside(path, text, mode)
  try {
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {})
    throw notWritten(path, cause)
  }
  await syncFolder(dirname(path))
}

/** As `writeWhole`, but never over something: answers whether it was this call that made the file. */
export async function createOnce(path: string, text: string): Promise<boolean> {
  const temporary = await writeBeside(path, text)
  try {
    await link(temporary, path)
    await syncFolder(dirname(path))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

// Read at once: through the thread pool each of these small files takes four trips, and somebody waits for the gate.

/** A pipe in place of a file would be waited for. A number does as well as a letter, which only the types do not know. */
const AT_ONCE = (constants.O_RDONLY | constants.O_NONBLOCK) as unknown as string

export const readIfThere = async (path: string): Promise<string | null> => readNow(path)

/** As `readIfThere`, for what is read a thousand times in a push. */
export function readNow(path: string): string | null {
  try {
    return readFileSync(path, { encoding: 'utf8', flag: AT_ONCE })
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw notRead(path, error)
  }
}

/** Whatever lies there in place of a file: nothing that cannot be read may keep everybody waiting. */
export const readAnyway = (path: string): Promise<string | null> => readIfThere(path).catch(() => null)

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw notRead(folder, error)
  }
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

async function writeBeside(path: string, text: string, mode?: number): Promise<string> {
  const temporary = join(dirname(path), `.tmp-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    await inFolder(dirname(path), () => writeThrough(temporary, text, mode))
    return temporary
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {})
    throw notWritten(path, cause)
  }
}

/** Once more if the folder went meanwhile: cleaning up takes empty ones away. */
async function inFolder(folder: string, write: () => Promise<void>): Promise<void> {
  await makeAndSync(folder)
  try {
    await write()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await makeAndSync(folder)
    await write()
  }
}

/** The name of a new folder stands in the one above it, which a power cut could take as well. */
async function makeAndSync(folder: string): Promise<void> {
  const made = makeFolder(folder)
  if (made !== null) await syncFolder(dirname(made))
}

async function writeThrough(path: string, text: string, mode?: number): Promise<void> {
  const file = await open(path, 'wx')
  try {
    if (mode !== undefined) await file.chmod(mode)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** There, and not to be read: another user's, a folder in place of a file, a disk that fails. Nobody's bug. */
function notRead(path: string, cause: unknown): WingmanError {
  return new WingmanError({
    code: 'E_STORE',
    kind: 'undecided',
    message: `${path} could not be read: ${sentenceOf(cause)}`,
    hint: 'Look for missing permissions, or for something else in its place. Nothing counts as reviewed because of it.',
    cause,
  })
}

export function notWritten(path: string, cause: unknown): WingmanError {
  return new WingmanError({
    code: 'E_STORE',
    kind: 'undecided',
    message: `${path} could not be written: ${sentenceOf(cause)}`,
    hint: 'Look for a full disk, missing permissions or something else in its place: `wingman doctor`. Nothing counts as reviewed because of it.',
    cause,
  })
}

// The name of a new file is part of its folder: without this a power cut can take the name and leave the bytes.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch {
    // Some file systems refuse to sync a folder; there is nothing better to do there.
  } finally {
    await handle.close()
  }
}
