import { createHash } from 'node:crypto'
import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'

/** Beyond this nobody waits for it: such a change has its raw digest alone. */
const MOST = 32 * 1024 * 1024

// Whatever a person's settings say, the same change must give the same text on every machine.
export const PINNED = [
  '--patch',
  '--full-index',
  '--unified=3',
  '--diff-algorithm=myers',
  '--no-indent-heuristic',
  '--inter-hunk-context=0',
  '--no-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--ignore-submodules=none',
]

/**
 * sha256 of the change as it reads, line by line with its white space, without the places in the files: the same after a rebase that
 * moved other lines. Not `git patch-id --verbatim`, which git has since 2.39 and which takes a second process.
 */
export async function patchDigest(git: GitDoor, base: Oid, head: Oid): Promise<string | null> {
  const patch = await git.bytes(['diff-tree', '-r', ...PINNED, base, head, '--'], { most: MOST })
  if (patch.length >= MOST) return null
  return createHash('sha256')
    .update(withoutPlaces(patch.toString('latin1')), 'latin1')
    .digest('hex')
}

/** Lines of the files begin with a blank, a sign or a backslash: what begins otherwise is git's own word. */
function withoutPlaces(patch: string): string {
  let blobs = ''
  return patch
    .split('\n')
    .map(line => {
      if (line.startsWith('@@ ')) return '@@'
      // What git does not show is known by its names alone.
      if (line.startsWith('Binary files ')) return `${blobs} ${line}`
      if (!line.startsWith('index ')) return line
      blobs = line
      return line.replace(/^index [0-9a-f]+\.\.[0-9a-f]+/, 'index')
    })
    .join('\n')
}
