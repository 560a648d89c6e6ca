import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Oid } from '../../domain/snapshot.ts'
import { closeCheckout, temporaryCheckout } from './checkouts.ts'
import { openGit } from './door.ts'
import type { Place } from './in-the-way.ts'
import { WHOLE_INDEX } from './own-index.ts'
import { type BytePath, bytesOf, type TreeChange } from './tree-changes.ts'

export interface Move {
  from: Oid
  to: Oid
  /** What differs between the two and is left as it is. */
  spared: Set<BytePath>
}

interface Spare {
  changes: readonly TreeChange[]
  from: Oid
  to: Oid
  /** Tracked, and on purpose not on disk. */
  away: ReadonlySet<BytePath>
}

/**
 * What is untracked here and ignored there was never part of that snapshot, and may well have been beside it. Removed, it
 * would be missing after a restore was taken back. And what a sparse checkout keeps away is not brought in. Taken out of
 * both trees, and out of our index, git leaves them alone.
 */
export async function spare(place: Place, { changes, from, to, away }: Spare): Promise<Move> {
  const apart = changes.map(({ path }) => path).filter(path => away.has(path))
  const spared = new Set([...apart, ...(await ignoredThere(place, changes, to))])
  if (spared.size === 0) return { from, to, spared }
  return {
    from: await treeWithout(place, place.index.env, spared),
    to: apart.length === 0 ? to : await wantedWithout(place, to, apart),
    spared,
  }
}

async function wantedWithout(place: Place, wanted: Oid, paths: readonly BytePath[]): Promise<Oid> {
  const env = { GIT_INDEX_FILE: `${place.index.env.GIT_INDEX_FILE}-wanted` }
  try {
    await place.git.change([...WHOLE_INDEX, 'read-tree', wanted], { env, whose: 'ours' })
    return await treeWithout(place, env, paths)
  } finally {
    await rm(env.GIT_INDEX_FILE, { force: true })
  }
}

async function treeWithout(
  { git }: Place,
  env: Record<string, string>,
  paths: Iterable<BytePath>,
): Promise<Oid> {
  const input = bytesOf([...paths].map(path => `${path}\0`).join(''))
  const args = [...WHOLE_INDEX, 'update-index', '--force-remove', '-z', '--stdin']
  await git.change(args, { env, input, whose: 'ours' })
  return (await git.change([...WHOLE_INDEX, 'write-tree'], { env, whose: 'ours' })).toString().trim()
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
  const folder = await temporaryCheckout(paths)
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
    await closeCheckout(paths, folder)
  }
}
