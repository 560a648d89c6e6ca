import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/** Where what is ours begins: below the git directory, and in the tree. */
const OURS = new Set(['wingman', '.wingman'])

/**
 * A folder and those above it, but never the repository itself: one that was moved or removed while we worked must not
 * come back as a husk with nothing in it but our files.
 */
export async function makeFolder(folder: string): Promise<void> {
  const ours = [folder, ...above(folder)].find(it => OURS.has(basename(it)))
  if (ours) await mkdir(ours).catch(unlessThere)
  await mkdir(folder, { recursive: true })
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
