import { GHOST_REFS, placeIn } from '../../domain/ghost.ts'
import { newestFirst } from '../../domain/prune-ghosts.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'

/** A ghost as its ref names it. */
export interface GhostRef {
  id: string
  commit: Oid
  tree: Oid
  parents: Oid[]
  at: number
  worktree: string | null
  message: string
}

export interface DanglingRef {
  id: string
  commit: Oid
}

/** The newest first. Those whose commit is gone, or is none, stand apart: one of them must not hide the others. */
export async function ghostRefs(git: GitDoor): Promise<{ ghosts: GhostRef[]; dangling: DanglingRef[] }> {
  const lines = (
    await git.bytes(['for-each-ref', '--format=%(objectname) %(refname) %(symref)', GHOST_REFS])
  ).toString()
  // One that stands for another ref is nothing that we made, and what it stands for is not ours.
  const refs = lines
    .split('\n')
    .filter(line => line.endsWith(' '))
    .map(line => refIn(line.slice(0, -1)))
  if (refs.length === 0) return { ghosts: [], dangling: [] }
  const objects = await git.bytes(['cat-file', '--batch'], {
    input: `${refs.map(({ commit }) => commit).join('\n')}\n`,
  })
  const commits = [...objectsIn(objects)]
  const ghosts = refs.flatMap((ref, at) => ghostOf(ref, commits[at] ?? null) ?? [])
  const found = new Set(ghosts.map(({ id }) => id))
  return { ghosts: ghosts.sort(newestFirst), dangling: refs.filter(({ id }) => !found.has(id)) }
}

export async function addGhostRef(git: GitDoor, id: string, commit: Oid): Promise<void> {
  await git.change([...NO_LOG, 'update-ref', `${GHOST_REFS}${id}`, commit], { whose: 'ours' })
}

export async function removeGhostRefs(git: GitDoor, ids: readonly string[]): Promise<void> {
  // Each with its own word, or git would follow a ref that stands for another and delete that.
  const input = ids.map(id => `option no-deref\ndelete ${GHOST_REFS}${id}\n`).join('')
  if (input !== '') await git.change([...NO_LOG, 'update-ref', '--stdin'], { input, whose: 'ours' })
}

// A log of these refs would keep alive what was pruned.
export const NO_LOG = ['-c', 'core.logAllRefUpdates=false']

function refIn(line: string): DanglingRef {
  const [commit = '', ...name] = line.split(' ')
  return { commit, id: name.join(' ').slice(GHOST_REFS.length) }
}

function ghostOf(ref: DanglingRef, commit: string | null): GhostRef | null {
  const end = commit?.indexOf('\n\n') ?? -1
  if (commit === null || end < 0) return null
  const head = commit.slice(0, end)
  const message = commit.slice(end + 2)
  const tree = /^tree ([0-9a-f]+)$/m.exec(head)?.[1]
  const seconds = /^committer .* (-?\d+) [+-]\d+$/m.exec(head)?.[1]
  if (tree === undefined || seconds === undefined) return null
  const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, oid = '']) => oid)
  const worktree = placeIn(message)?.worktree ?? null
  return { ...ref, tree, parents, at: Number(seconds) * 1000, worktree, message }
}

/** `<id> commit <size>`, the bytes and a line end; or `<id> missing`. Null for everything that is no commit. */
export function* objectsIn(output: Buffer): Generator<string | null> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const [, type, size] = output.subarray(at, end).toString().split(' ')
    at = end + 1
    if (size === undefined) {
      yield null
      continue
    }
    yield type === 'commit' ? output.subarray(at, at + Number(size)).toString() : null
    at += Number(size) + 1
  }
}
