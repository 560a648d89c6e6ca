import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '../../domain/snapshot.ts'
import type { Workplace, Workplaces } from '../../ports.ts'
import { treeNow } from './capture.ts'
import { temporaryCheckout } from './checkouts.ts'
import type { GitDoor } from './door.ts'
import { linkDependencies } from './link-dependencies.ts'
import type { RepositoryPaths } from './locate.ts'

/** What tells a coding agent how to behave. A reviewer that obeyed it would be taking orders from what it reviews. */
const AGENT_CONFIGURATION = [
  '.claude',
  '.codex',
  '.gemini',
  '.opencode',
  '.cursor',
  '.agents',
  '.mcp.json',
  'opencode.json',
  '.github/hooks',
]

export function workplaces(git: GitDoor, paths: RepositoryPaths): Workplaces {
  return {
    async open(snapshot, kind) {
      if (kind === 'export') return exported(git, paths, snapshot)
      const isTheirs = async () => (await hidesNothing(git)) && (await treeNow(git, paths)) === snapshot.tree
      if (kind === 'tree' && (await isTheirs()))
        return { dir: paths.root, unchanged: isTheirs, close: async () => {} }
      // Their tree has moved on, or has work in it that is not part of the snapshot: what ran there would prove nothing.
      return checkedOut(git, paths, snapshot)
    },
  }
}

/** Sparse, skipped or assumed files are not on disk as the index says, and a command would run something else. */
async function hidesNothing(git: GitDoor): Promise<boolean> {
  const entries = (await git.bytes(['ls-files', '-v', '-z'])).toString().split('\0')
  return entries.every(entry => entry === '' || entry.startsWith('H '))
}

async function checkedOut(git: GitDoor, paths: RepositoryPaths, snapshot: Snapshot): Promise<Workplace> {
  const dir = join(await temporaryCheckout(paths), 'tree')
  const close = async () => {
    // Not `prune`: that would also forget a worktree of the person's that is on a disk which is not there today.
    await git.change(['worktree', 'remove', '--force', '--force', dir], { whose: 'ours' }).catch(() => {})
    await rm(join(dir, '..'), { recursive: true, force: true })
  }
  try {
    const plain = ['-c', 'core.sparseCheckout=false']
    await git.change([...plain, 'worktree', 'add', '--detach', '--quiet', dir, snapshot.commit], {
      whose: 'ours',
    })
    await linkDependencies(git, paths.root, dir)
  } catch (error) {
    await close()
    throw error
  }
  // Nobody else knows of it, and a command may well write into it.
  return { dir, unchanged: async () => true, close }
}

async function exported(git: GitDoor, paths: RepositoryPaths, snapshot: Snapshot): Promise<Workplace> {
  const folder = await temporaryCheckout(paths)
  const dir = join(folder, 'tree')
  const env = { GIT_INDEX_FILE: join(folder, 'index') }
  await mkdir(dir)
  await git.change(['read-tree', snapshot.tree], { env, whose: 'ours' })
  // A link that leaves the tree would let a reader follow it out: links come out as small files with their target.
  const plain = ['-c', 'core.symlinks=false']
  await git.change([...plain, 'checkout-index', '--all', '--quiet', `--prefix=${dir}/`], {
    env,
    whose: 'ours',
  })
  for (const name of AGENT_CONFIGURATION) await rm(join(dir, name), { recursive: true, force: true })
  return { dir, unchanged: async () => true, close: () => rm(folder, { recursive: true, force: true }) }
}
