import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Where what is ours begins: below the git directory, and in the tree. */
const OURS = new Set(['wingman', '.wingman'])

/**
 * A folder and those above it, but never the repository itself: one that was moved or removed while we worked must not
 * come back as a husk with nothing in it but our files.
 */
export function makeFolder(folder: string): void {
  const ours = [folder, ...above(folder)].find(it => OURS.has(basename(it)))
  if (ours) makeIfMissing(ours)
  mkdirSync(folder, { recursive: true })
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}

function makeIfMissing(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
