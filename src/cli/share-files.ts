import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { GitDoor } from '../adapters/git/door.ts'
import { writeWhole } from '../adapters/store/files.ts'
import type { Layout } from '../adapters/store/layout.ts'
import { maskAfter, maskFor } from '../domain/shared-mask.ts'

/** In a repository of several people, what we write has to be theirs as well: as open as git's own files are. */
export function shareFiles({ mask }: Layout): void {
  try {
    share(readFileSync(mask, 'utf8').trim())
  } catch {
    // Nobody shares it.
  }
}

/** Asked of git once, when the hooks are installed; from then on it lies beside what the hooks' sh reads. */
export async function recordSharing({ mask }: Layout, door: GitDoor): Promise<void> {
  const asked = shareAsAsked(door)
  if (asked === null) return rm(mask, { force: true })
  await writeWhole(mask, `${asked}\n`)
}

/** Before anything of ours is there. */
export function shareAsAsked(door: GitDoor): string | null {
  const asked = maskFor(door.ask(['config', '--get', 'core.sharedRepository']).stdout.toString())
  if (asked !== null) share(asked)
  return asked
}

function share(asked: string): void {
  const mask = maskAfter(asked, process.umask())
  if (mask !== null) process.umask(mask)
}
