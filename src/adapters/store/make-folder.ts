import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Where what is ours begins: below the git directory, and in the tree. */
const OURS = new Set(['wingman', '.wingman'])

/**
 * A folder and those above it, but never the repository itself: one that was moved or removed while we worked must not
 * come back as a husk with nothing in it but our files. Answers the uppermost that was not there.
 */
export function makeFolder(folder: string): string | null {
  const ours = [folder, ...above(folder)].find(it => OURS.has(basename(it)))
  const isNew = ours !== undefined && makeIfMissing(ours)
  const made = mkdirSync(folder, { recursive: true }) ?? null
  return isNew ? ours : made
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}

function makeIfMissing(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
