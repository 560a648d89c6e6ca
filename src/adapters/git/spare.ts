import { lstatSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Oid } from '../../domain/snapshot.ts'
import { openGit } from './door.ts'
import type { Place } from './in-the-way.ts'
import { WHOLE_INDEX } from './own-index.ts'
import { type BytePath, bytesOf, onDisk, type TreeChange } from './tree-changes.ts'

/**
 * Files that git was told not to look at are in no snapshot as they are on disk. With the flags gone from our index, git
 * sees that they differ, and refuses to write over them. One that is not on disk (a sparse checkout) stays away.
 */
export async function lookAtHidden({ git, paths, index }: Place): Promise<void> {
  const entries = (await git.bytes(['ls-files', '-v', '-z'], { env: index.env }))
    .toString('latin1')
    .split('\0')
  const marked = (mark: RegExp) =>
    entries
      .filter(entry => mark.test(entry) && lstatSync(onDisk(paths.root, entry.slice(2)), QUIETLY))
      .map(entry => entry.slice(2))
  await unmark('--no-assume-unchanged', marked(/^[a-z] /))
  await unmark('--no-skip-worktree', marked(/^[Ss] /))

  async function unmark(flag: string, names: readonly BytePath[]): Promise<void> {
    if (names.length === 0) return
    const input = bytesOf(names.map(name => `${name}\0`).join(''))
    await git.change([...WHOLE_INDEX, 'update-index', flag, '-z', '--stdin'], {
      env: index.env,
      input,
      whose: 'ours',
    })
  }
}

const QUIETLY = { throwIfNoEntry: false } as const

/**
 * What is untracked here and ignored there was never part of that snapshot, and may well have been beside it. Removed, it
 * would be missing after a restore was taken back. So it is taken out of our index, and git leaves it alone.
 */
export async function spareIgnored(
  place: Place,
  changes: readonly TreeChange[],
  wanted: Oid,
): Promise<{ tree: Oid | null; paths: Set<BytePath> }> {
  const spared = new Set(await ignoredThere(place, changes, wanted))
  if (spared.size === 0) return { tree: null, paths: spared }
  const { git, index } = place
  const input = bytesOf([...spared].map(path => `${path}\0`).join(''))
  await git.change([...WHOLE_INDEX, 'update-index', '--force-remove', '-z', '--stdin'], {
    env: index.env,
    input,
    whose: 'ours',
  })
  const tree = await git.change([...WHOLE_INDEX, 'write-tree'], { env: index.env, whose: 'ours' })
  return { tree: tree.toString().trim(), paths: spared }
}

async function ignoredThere(place: Place, changes: readonly TreeChange[], wanted: Oid): Promise<BytePath[]> {
  // With the same rules on both sides, what is not ignored here is not ignored there.
  if (!changes.some(({ path }) => basename(path) === '.gitignore')) return []
  const leaving = changes.filter(({ status }) => status === 'D').map(({ path }) => path)
  const tracked = await trackedByThem(place)
  const candidates = leaving.filter(path => !tracked.has(path))
  return candidates.length === 0 ? [] : underRulesOf(place, wanted, candidates)
}

/** By the person's own index. */
async function trackedByThem({ git }: Place): Promise<Set<BytePath>> {
  return new Set((await git.bytes(['ls-files', '-z'])).toString('latin1').split('\0'))
}

/** Which of these the wanted tree ignores, asked in a folder that has nothing but its rules. */
async function underRulesOf({ git, paths }: Place, wanted: Oid, candidates: BytePath[]): Promise<BytePath[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'wingman-')))
  const env = { GIT_DIR: paths.gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(folder, '.git-index') }
  try {
    await git.change([...WHOLE_INDEX, 'read-tree', wanted], {
      env: { GIT_INDEX_FILE: env.GIT_INDEX_FILE },
      whose: 'ours',
    })
    const there = openGit(folder, async () => {})
    const rules = await there.bytes(['ls-files', '-z', '--', ':(top,glob)**/.gitignore'], { env })
    await there.change(['checkout-index', '-z', '--stdin', '--quiet'], { env, input: rules, whose: 'ours' })
    const input = bytesOf(candidates.map(path => `${path}\0`).join(''))
    const { stdout } = await there.attempt(['check-ignore', '-z', '--stdin'], { env, input })
    return stdout.toString('latin1').split('\0').filter(Boolean)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
