import { lstatSync } from 'node:fs'
import type { Place } from './in-the-way.ts'
import { WHOLE_INDEX } from './own-index.ts'
import { type BytePath, bytesOf, onDisk } from './tree-changes.ts'

/**
 * Files that git was told not to look at are in no snapshot as they are on disk. With the flags gone from our index, git
 * sees that they differ, and refuses to write over them. Answers those that are not on disk: a sparse checkout.
 */
export async function lookAtHidden(place: Place): Promise<Set<BytePath>> {
  const { git, paths, index } = place
  const entries = (await git.bytes(['ls-files', '-v', '-z'], { env: index.env }))
    .toString('latin1')
    .split('\0')
  const marked = (mark: RegExp) => entries.filter(entry => mark.test(entry)).map(entry => entry.slice(2))
  const isThere = (path: BytePath) =>
    lstatSync(onDisk(paths.root, path), { throwIfNoEntry: false }) !== undefined
  const skipped = marked(/^[Ss] /)
  await unmark(place, '--no-assume-unchanged', marked(/^[a-z] /).filter(isThere))
  await unmark(place, '--no-skip-worktree', skipped.filter(isThere))
  return new Set(skipped.filter(path => !isThere(path)))
}

async function unmark({ git, index }: Place, flag: string, paths: readonly BytePath[]): Promise<void> {
  if (paths.length === 0) return
  const input = bytesOf(paths.map(path => `${path}\0`).join(''))
  const args = [...WHOLE_INDEX, 'update-index', flag, '-z', '--stdin']
  await git.change(args, { env: index.env, input, whose: 'ours' })
}
