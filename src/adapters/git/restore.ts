import { realpathSync } from 'node:fs'
import { oneLine } from '../../domain/plain-text.ts'
import type { Oid } from '../../domain/snapshot.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import type { CaptureReason, Ghost } from '../../ports.ts'
import type { GitDoor } from './door.ts'
import { refuseIfInexact } from './exactness.ts'
import { gatherWork } from './gather-work.ts'
import { lookAtHidden } from './hidden-files.ts'
import { refuseIfInTheWay } from './in-the-way.ts'
import { keepGhost, surroundings } from './keep-ghost.ts'
import type { RepositoryPaths } from './locate.ts'
import { type OwnIndex, WHOLE_INDEX, withOwnIndex } from './own-index.ts'
import { type Move, spare } from './spare.ts'
import { isLink, nameOf, type TreeChange, treeChanges } from './tree-changes.ts'

export interface Restoring {
  git: GitDoor
  paths: RepositoryPaths
  /** Where the person stands. */
  cwd: string
  wanted: Oid
  reason: CaptureReason
  /** Before anything is touched: whoever is interrupted must know the way back. */
  onUndo(undo: Ghost): void
}

export interface Restored {
  /** What was there before; null where nothing had to be changed. */
  undo: Ghost | null
  /** How many files were written or removed. */
  files: number
  /** Submodules that stand at another commit than the snapshot says; their files are their own repository's. */
  submodules: { path: string; commit: Oid | null }[]
  /** Repositories in the tree that are no submodules. */
  leftOut: string[]
}

// Git is not cut short after a minute here: half a tree would be the outcome.
const PATIENCE_MS = 15 * 60_000

/**
 * Makes the working tree the wanted one: from what is there, which an index of our own holds by then, to what is wanted, with
 * git's own check that nothing changed in between. HEAD, the branches and the person's index stay as they are.
 */
export async function restore(restoring: Restoring): Promise<Restored> {
  const { git, paths, wanted, reason, onUndo } = restoring
  await refuseIfElsewhere(git, paths)
  return withOwnIndex(paths, async index => {
    const [work, around] = await Promise.all([
      gatherWork({ git, paths, what: 'dirty', index }),
      surroundings(git),
    ])
    const place = { git, paths, index }
    const changes = await treeChanges(git, work.tree, wanted)
    await refuseIfInTheWay(place, changes)
    const away = await lookAtHidden(place)
    const move = await spare(place, { changes, from: work.tree, to: wanted, away })
    await refuseIfInexact(
      place,
      changes.filter(({ path }) => !away.has(path) && !move.spared.has(path)),
    )
    const outcome = { leftOut: work.leftOut, ...summary(changes, move.spared) }
    if (outcome.files === 0) return { undo: null, ...outcome }
    const undo = await keepGhost({ git, paths, what: 'dirty', reason, work, around, asWayBack: true })
    if (!undo) throw new Error('a ghost is made of a clean tree too')
    onUndo(undo)
    await apply(restoring, index, move)
    return { undo, ...outcome }
  })
}

/** With `core.worktree` git writes somewhere else than where we look for what is in the way. */
async function refuseIfElsewhere(git: GitDoor, { root }: RepositoryPaths): Promise<void> {
  const top = (await git.bytes(['rev-parse', '--show-toplevel'])).toString().replace(/\n$/, '')
  if (realpathSync(top) === realpathSync(root)) return
  throw new WingmanError({
    code: 'E_RESTORE',
    message: `Git keeps the files of this repository in ${oneLine(top)} (core.worktree), and not here.`,
    hint: 'Nothing was changed. Work in that folder, or unset core.worktree.',
  })
}

async function apply({ git, paths, cwd }: Restoring, index: OwnIndex, { from, to }: Move): Promise<void> {
  // Not into submodules, and not by the patterns of a sparse checkout, which would also take away what is there beside them.
  const args = ['read-tree', '-m', '-u', '--no-recurse-submodules', '--no-sparse-checkout', from, to]
  // Started where the person stands, git leaves them that folder; told which repository, it looks for none there.
  const env = { ...index.env, GIT_DIR: paths.gitDir, GIT_WORK_TREE: paths.root }
  try {
    await git.change([...WHOLE_INDEX, ...args], { env, cwd, whose: 'theirs', patience: PATIENCE_MS })
  } catch (cause) {
    throw new WingmanError({
      code: 'E_RESTORE',
      kind: 'undecided',
      message: `The snapshot could not be restored: ${sentenceOf(cause)}`,
      hint: 'If a file is named, git was told not to look at it (assume-unchanged, skip-worktree) or it changed meanwhile: move it away and try again. If it is the folder you are in, go to the top of the repository first.',
      cause,
    })
  }
}

function summary(changes: readonly TreeChange[], spared: ReadonlySet<string>) {
  const submodules = changes
    .filter(isLink)
    .map(({ path, newOid, newMode }) => ({ path: nameOf(path), commit: newMode === null ? null : newOid }))
  const files = changes.filter(change => !isLink(change) && !spared.has(change.path)).length
  return { files, submodules }
}
