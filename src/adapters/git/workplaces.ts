import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Snapshot } from '../../domain/snapshot.ts'
import { sentenceOf } from '../../errors.ts'
import type { EpochKeeper, Workplace, Workplaces } from '../../ports.ts'
import { removeAgentFiles } from './agent-files.ts'
import { workNow } from './capture.ts'
import { closeCheckout, forgetWorktree, temporaryCheckout } from './checkouts.ts'
import { type GitDoor, openGit } from './door.ts'
import { withoutFilters } from './filters.ts'
import { linkDependencies } from './link-dependencies.ts'
import { locate, type RepositoryPaths } from './locate.ts'
import { maskFiles } from './mask-files.ts'
import { isUntouched, type Stamps, stampsOf } from './stamps.ts'
import { checkedOutSubmodules } from './submodules.ts'

type Place = Pick<Snapshot, 'commit' | 'tree'>

export function workplaces(git: GitDoor, paths: RepositoryPaths, epoch: EpochKeeper): Workplaces {
  return {
    async open(snapshot, kind) {
      if (kind === 'export') return exported(git, paths, snapshot)
      const theirs = kind === 'tree' ? await theirTree(git, paths, epoch, snapshot) : null
      // Their tree has moved on, or has work in it that is not part of the snapshot: what ran there would prove nothing.
      return theirs ?? checkedOut(git, paths, snapshot)
    },
  }
}

/** Null when it is not exactly the snapshot. */
async function theirTree(
  git: GitDoor,
  paths: RepositoryPaths,
  epoch: EpochKeeper,
  snapshot: Place,
): Promise<Workplace | null> {
  const began = await epoch.observe()
  const before = await stampedIfExactly(git, paths, snapshot)
  if (!before) return null
  return {
    dir: paths.root,
    async unchanged() {
      const after = await stampedIfExactly(git, paths, snapshot)
      // The same number too: a branch that was left and come back to looks the same, and was another tree in between.
      return after !== null && areUntouched(before, after) && (await epoch.observe()) === began
    },
    close: async () => {},
  }
}

/** The stamps of the tree and of each submodule in it; null when it is not exactly this one. */
async function stampedIfExactly(
  git: GitDoor,
  paths: RepositoryPaths,
  { tree }: Pick<Place, 'tree'>,
): Promise<Stamps[] | null> {
  const names = await trackedNames(git)
  if (names === null) return null
  const work = await workNow(git, paths)
  // A repository in the tree that is no submodule is part of no snapshot, and a command would find it all the same.
  if (work.tree !== tree || work.leftOut.length > 0) return null
  const inside = await stampedSubmodules(git)
  return inside && [stampsOf(paths.root, names), ...inside]
}

const areUntouched = (before: readonly Stamps[], after: readonly Stamps[]): boolean =>
  before.length === after.length && before.every((stamps, at) => isUntouched(stamps, after[at] ?? new Map()))

/** The tree names their commits; what is changed in them and not committed there is in nobody's snapshot. */
async function stampedSubmodules(git: GitDoor): Promise<Stamps[] | null> {
  const all: Stamps[] = []
  for (const folder of await checkedOutSubmodules(git)) {
    const paths = locate(folder)
    const inside = openGit(folder, async () => {})
    const head = await inside.attempt(['rev-parse', '--verify', '-q', 'HEAD^{tree}'])
    const tree = head.stdout.toString().trim()
    const stamps = paths && (await stampedIfExactly(inside, paths, { tree }))
    if (!stamps) return null
    all.push(...stamps)
  }
  return all
}

/** Null where something is sparse, skipped or assumed: it is not on disk as the index says, and a command would run something else. */
async function trackedNames(git: GitDoor): Promise<string[] | null> {
  const entries = (await git.bytes(['ls-files', '-v', '-z'])).toString('latin1').split('\0').filter(Boolean)
  return entries.every(entry => entry.startsWith('H ')) ? entries.map(entry => entry.slice(2)) : null
}

async function checkedOut(git: GitDoor, paths: RepositoryPaths, snapshot: Place): Promise<Workplace> {
  const dir = join(await temporaryCheckout(paths), 'tree')
  const close = async () => {
    await forgetWorktree(git, dir)
    await closeCheckout(paths, dirname(dir))
  }
  try {
    await addWorktree(git, dir, snapshot.commit)
    await linkDependencies(git, paths.root, dir)
  } catch (error) {
    await close()
    throw error
  }
  // A command may well write into it; but nobody may have taken it away while the command looked.
  return { dir, unchanged: async () => existsSync(join(dir, '.git')), close }
}

/** Git reads the other worktrees first, and fails on one that another process is just making: its files come one by one. */
async function addWorktree(git: GitDoor, dir: string, commit: string, attempts = 5): Promise<void> {
  const plain = ['-c', 'core.sparseCheckout=false']
  try {
    await git.change([...plain, 'worktree', 'add', '--detach', '--quiet', dir, commit], { whose: 'ours' })
  } catch (error) {
    if (attempts <= 1 || !/worktrees\/.*\/(commondir|gitdir|HEAD)/.test(sentenceOf(error))) throw error
    await new Promise(resolve => setTimeout(resolve, 100))
    await rm(dir, { recursive: true, force: true })
    await addWorktree(git, dir, commit, attempts - 1)
  }
}

async function exported(git: GitDoor, paths: RepositoryPaths, snapshot: Place): Promise<Workplace> {
  const folder = await temporaryCheckout(paths)
  const dir = join(folder, 'tree')
  const env = { GIT_INDEX_FILE: join(folder, 'index') }
  await mkdir(dir)
  await git.change(['read-tree', snapshot.tree], { env, whose: 'ours' })
  // A link that leaves the tree would let a reader follow it out: links come out as small files with their target.
  const plain = ['-c', 'core.symlinks=false']
  await git.change([...plain, 'checkout-index', '--all', '--quiet', `--prefix=${dir}/`], {
    env: { ...env, ...(await withoutFilters(git)) },
    whose: 'ours',
  })
  await removeAgentFiles(dir)
  await maskFiles(dir)
  return { dir, unchanged: async () => existsSync(dir), close: () => closeCheckout(paths, folder) }
}
