import type { ResolvedLoop } from '../domain/resolved-config.ts'
import type { Adopted, Oid, Snapshot } from '../domain/snapshot.ts'
import type { Trigger } from '../domain/trigger.ts'
import { WingmanError } from '../errors.ts'
import type { Commit, Git, Ports } from '../ports.ts'
import { type Base, parentOf, resolveBase } from './resolve-base.ts'

/** What to look at. */
export type Scope =
  /** The branch since its base, with what is not committed yet. */
  | { kind: 'branch' }
  /** What is not committed yet, and nothing else. */
  | { kind: 'staged' | 'dirty' }
  /** A tip that a hook left for us: its whole branch, as it was committed. */
  | { kind: 'tip'; commit: Oid; ref: string | null }
  /** One commit against its parent. */
  | { kind: 'commit'; revision: string }
  | { kind: 'range'; range: string }

export interface SnapshotRequest {
  trigger: Trigger
  scope: Scope
  base: string | null
  loops: readonly ResolvedLoop[]
  adopted: Adopted | null
  /** The agent's session that asks, or made the commit; `claude:<id>`. */
  session?: string | null
}

type World = Pick<Ports, 'git' | 'store' | 'clock' | 'epoch' | 'log'>

/** Trigger → Snapshot. */
export async function takeSnapshot(world: World, request: SnapshotRequest): Promise<Snapshot> {
  const head = await findHead(world, request)
  const base = await findBase(world, request, head)
  if (request.scope.kind === 'range') await refuseReversed(world.git, request.scope.range, base)
  const digest = await world.git.diffDigest(base.oid, head.commit.oid)
  if (base.oid === head.commit.parents[0]) await world.store.noteStep(head.commit, digest)
  const messages = await world.git.messages(base.oid, head.commit.oid)
  return {
    commit: head.commit.oid,
    tree: head.commit.tree,
    base: base.oid,
    baseTree: base.tree,
    baseName: base.name,
    branch: head.ref,
    kind: head.uncommitted > 0 ? 'ghost' : 'commit',
    digest,
    commits: messages.length - (head.uncommitted > 0 ? 1 : 0),
    uncommitted: head.uncommitted,
  }
}

interface Head {
  commit: Commit
  ref: string | null
  uncommitted: number
}

async function findHead(world: World, { scope, ...request }: SnapshotRequest): Promise<Head> {
  const { git } = world
  switch (scope.kind) {
    case 'tip':
      return { commit: await needCommit(git, scope.commit), ref: scope.ref, uncommitted: 0 }
    case 'commit':
      return { commit: await needCommit(git, scope.revision), ref: null, uncommitted: 0 }
    case 'range':
      return { commit: await needCommit(git, endsOf(scope.range).to), ref: null, uncommitted: 0 }
    default:
      return workingHead(world, scope.kind, request)
  }
}

async function workingHead(
  { git, clock, epoch, log }: World,
  kind: 'branch' | 'staged' | 'dirty',
  { trigger, session = null }: Pick<SnapshotRequest, 'trigger' | 'session'>,
): Promise<Head> {
  const ref = await git.symbolic('HEAD')
  const ghost = await git.capture(kind === 'staged' ? 'staged' : 'dirty', {
    trigger,
    at: clock.now(),
    session,
    epoch: () => epoch.observe(),
  })
  for (const path of ghost?.leftOut ?? []) log.warn('snapshot: a nested repository was left out', { path })
  if (ghost) return { commit: await needCommit(git, ghost.commit), ref, uncommitted: ghost.files }
  const commit = await git.commit('HEAD')
  if (commit) return { commit, ref, uncommitted: 0 }
  throw new WingmanError({ code: 'E_NO_COMMIT', ...NOTHING_YET[kind === 'staged' ? 'staged' : 'dirty'] })
}

const NOTHING_YET = {
  staged: {
    message: 'There is nothing to review: no commit yet, and nothing is staged.',
    hint: 'Stage something with `git add`, or review all there is: `wingman run review --dirty`.',
  },
  dirty: {
    message: 'There is nothing to review: no commit yet, and no file.',
    hint: 'Add a file or make a commit first.',
  },
}

async function findBase(
  world: World,
  { scope, base, loops, adopted }: SnapshotRequest,
  head: Head,
): Promise<Base> {
  if (base === null && scope.kind === 'commit') return parentOf(world.git, head.commit)
  if (base === null && (scope.kind === 'staged' || scope.kind === 'dirty'))
    return beforeUncommitted(world.git, head)
  const named = scope.kind === 'range' ? endsOf(scope.range).from : base
  return resolveBase(world, { head: head.commit, ref: head.ref, named, loops, adopted })
}

async function beforeUncommitted(git: Git, head: Head): Promise<Base> {
  if (head.uncommitted > 0) return parentOf(git, head.commit)
  return { oid: head.commit.oid, tree: head.commit.tree, name: 'HEAD' }
}

/** Nothing lies between a commit and one of its ancestors: whoever says so has the two the wrong way round. */
async function refuseReversed(git: Git, range: string, base: Base): Promise<void> {
  const { from, to } = endsOf(range)
  const [first, last] = [await git.commit(from), await git.commit(to)]
  if (!first || !last || base.oid !== last.oid || first.oid === last.oid) return
  throw new WingmanError({
    code: 'E_USAGE',
    message: `There is nothing in \`${range}\`: \`${to}\` is an ancestor of \`${from}\`.`,
    hint: `Did you mean \`--range ${to}..${from}\`?`,
  })
}

function endsOf(range: string): { from: string; to: string } {
  const [, from, to] = /^(.+?)\.\.\.?(.*)$/.exec(range) ?? []
  if (from) return { from, to: to || 'HEAD' }
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${range}\` is not a range.`,
    hint: 'Write it as `--range A..B`, for example `--range origin/main..HEAD`.',
  })
}

async function needCommit(git: Git, revision: string): Promise<Commit> {
  const commit = await git.commit(revision)
  if (commit) return commit
  throw new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    message: `\`${revision}\` is not a commit of this repository.`,
    hint: 'See what is there with `git log --oneline --all`.',
  })
}
