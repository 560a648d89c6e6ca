import type { Epoch } from '../../domain/epoch.ts'
import { type GhostKind, type GhostNote, ghostId, ghostMessage, placeIn } from '../../domain/ghost.ts'
import { ghostsToPrune, PRUNE_LIMITS } from '../../domain/prune-ghosts.ts'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import type { CaptureReason, Ghost } from '../../ports.ts'
import type { GitDoor } from './door.ts'
import type { Work } from './gather-work.ts'
import { addGhostRef, type GhostRef, ghostRefs, removeGhostRefs } from './ghost-refs.ts'
import type { RepositoryPaths } from './locate.ts'

/** Where the work stands, and which ghosts there are already: asked while git still looks through the tree. */
export interface Surroundings {
  base: Oid | null
  branch: string | null
  ghosts: GhostRef[]
}

export async function surroundings(git: GitDoor): Promise<Surroundings> {
  const [head, symbolic, { ghosts }] = await Promise.all([
    git.attempt(['rev-parse', '--verify', '-q', 'HEAD^{commit}']),
    git.attempt(['symbolic-ref', '-q', 'HEAD']),
    ghostRefs(git),
  ])
  const nameIn = (stdout: Buffer) => stdout.toString().trim() || null
  return { base: nameIn(head.stdout), branch: nameIn(symbolic.stdout), ghosts }
}

interface Keeping {
  git: GitDoor
  paths: RepositoryPaths
  what: GhostKind
  reason: CaptureReason
  work: Work
  around: Surroundings
  /** Before a restore: of a clean tree too, and without pruning, or the one to be restored could be gone by then. */
  asWayBack?: boolean
}

export async function keepGhost(keeping: Keeping): Promise<Ghost | null> {
  const { git, reason, work, around } = keeping
  const [files, epoch] = await Promise.all([changedFiles(git, work.tree, around.base), reason.epoch()])
  if (files === 0 && !keeping.asWayBack) return null
  const { tree, leftOut } = work
  const known = sameWork(keeping)
  if (known) return { id: known.id, commit: known.commit, tree, files, epoch, leftOut }
  const commit = await commitGhost(keeping, files, epoch)
  const id = ghostId(reason.at, commit)
  await addGhostRef(git, id, commit)
  if (!keeping.asWayBack) await pruneAfter(keeping)
  return { id, commit, tree, files, epoch, leftOut }
}

/** The newest one of this worktree, if nothing has changed since. */
function sameWork({ paths, work, around, reason }: Keeping): GhostRef | null {
  // One with a time that is still to come is not the newest, only of a wrong clock.
  const hasCome = ({ at }: GhostRef) => at <= reason.at.getTime()
  const newest = around.ghosts.find(ghost => ghost.worktree === paths.root && hasCome(ghost))
  const [parent = null] = newest?.parents ?? []
  const isSame =
    newest?.tree === work.tree && parent === around.base && placeIn(newest.message)?.branch === around.branch
  return isSame ? newest : null
}

async function changedFiles(git: GitDoor, tree: Oid, base: Oid | null): Promise<number> {
  const before = base ? `${base}^{tree}` : emptyTreeLike(tree)
  const args = ['diff-tree', '-r', '--name-only', '-z', '--no-renames', '--ignore-submodules=none']
  const names = await git.bytes([...args, before, tree, '--'])
  return names.filter(byte => byte === 0).length
}

async function commitGhost(keeping: Keeping, files: number, epoch: Epoch): Promise<Oid> {
  const { git, paths, what, reason, work, around } = keeping
  const note: GhostNote = {
    version: 1,
    what,
    trigger: reason.trigger,
    takenAt: reason.at.toISOString(),
    base: around.base,
    branch: around.branch,
    epoch,
    worktree: paths.root,
    session: reason.session,
    files,
    leftOut: work.leftOut,
  }
  const parents = around.base ? ['-p', around.base] : []
  const made = await git.change(['commit-tree', '--no-gpg-sign', work.tree, ...parents], {
    env: authorAt(reason.at),
    input: ghostMessage(note),
    whose: 'ours',
  })
  return made.toString().trim()
}

/** Who made a ghost: not the person. */
function authorAt(at: Date): Record<string, string> {
  const date = `@${Math.floor(at.getTime() / 1000)} +0000`
  return {
    GIT_AUTHOR_NAME: 'wingman',
    GIT_AUTHOR_EMAIL: 'wingman@localhost',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'wingman',
    GIT_COMMITTER_EMAIL: 'wingman@localhost',
    GIT_COMMITTER_DATE: date,
  }
}

async function pruneAfter({ git, paths, reason, around }: Keeping): Promise<void> {
  // The new one takes a place, and is itself out of the question, whatever the clock says.
  const made = { id: '~', at: reason.at.getTime(), worktree: paths.root }
  const old = ghostsToPrune([made, ...around.ghosts], made.at, PRUNE_LIMITS).filter(ghost => ghost !== made)
  // What cannot be removed now is there the next time.
  await removeGhostRefs(
    git,
    old.map(({ id }) => id),
  ).catch(() => {})
}
