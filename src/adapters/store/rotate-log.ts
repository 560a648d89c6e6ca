import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const LOG_NAME = 'wingman.log'
export const LARGEST_LOG = 1024 * 1024
/** Of the files that were put away: with the one being written, three files' worth. */
const MOST_PUT_AWAY = 2 * LARGEST_LOG

/**
 * Puts the log away under a name that nobody else takes. Two who do it in the same moment put two files away, the second
 * nearly empty: nothing is overwritten, and a line written meanwhile goes along with its file. What is old goes by size and
 * not by number, so that such a small file pushes none of the others out.
 */
export function rotateLog(folder: string): void {
  const number = Number(putAway(folder).at(-1)?.split(/[.-]/)[1] ?? 0) + 1
  const name = `wingman.${`${number}`.padStart(8, '0')}-${randomBytes(3).toString('hex')}.log`
  try {
    renameSync(join(folder, LOG_NAME), join(folder, name))
  } catch {
    return // another one was faster
  }
  let size = 0
  for (const old of putAway(folder).reverse()) {
    size += sizeOf(join(folder, old))
    if (size > MOST_PUT_AWAY + LARGEST_LOG / 2) rmSync(join(folder, old), { force: true })
  }
}

/** The lines that are there, the oldest first. */
export function logLines(folder: string): string[] {
  return [...putAway(folder), LOG_NAME].flatMap(name => linesOf(join(folder, name)))
}

function putAway(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => /^wingman\.\d+-[0-9a-f]+\.log$/.test(name))
      .sort()
  } catch {
    return []
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
