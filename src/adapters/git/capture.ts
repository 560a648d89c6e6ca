import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'
import type { RepositoryPaths } from './locate.ts'

/** Who made a ghost: not the person, and not at a time of theirs. */
const GHOST_AUTHOR = {
  GIT_AUTHOR_NAME: 'wingman',
  GIT_AUTHOR_EMAIL: 'wingman@localhost',
  GIT_COMMITTER_NAME: 'wingman',
  GIT_COMMITTER_EMAIL: 'wingman@localhost',
}

interface Work {
  git: GitDoor
  paths: RepositoryPaths
  what: 'staged' | 'dirty'
  /** Where git puts what it makes. */
  objects?: Record<string, string>
}

/** The tree that a commit of this work would have, made with an index of our own: the person's stays as it is. */
async function captureTree({ git, paths, what, objects = {} }: Work): Promise<Oid> {
  const folder = join(paths.gitDir, 'wingman')
  const index = join(folder, `index-${process.pid}-${randomBytes(4).toString('hex')}`)
  const env = { ...objects, GIT_INDEX_FILE: index }
  await mkdir(folder, { recursive: true })
  try {
    // With its cached file times a copy is as quick to refresh as the original; without an index yet there is nothing to copy.
    await copyFile(join(paths.gitDir, 'index'), index).catch(() => {})
    if (what === 'dirty') await git.change(['add', '--all', '--', '.'], { env, whose: 'ours' })
    return (await git.change(['write-tree'], { env, whose: 'ours' })).toString().trim()
  } finally {
    await rm(index, { force: true })
    await rm(`${index}.lock`, { force: true })
  }
}

/** As it is on disk now, for comparing only: what git writes for it is thrown away, and never in the repository. */
export async function treeNow(git: GitDoor, paths: RepositoryPaths): Promise<Oid> {
  const folder = await mkdtemp(join(tmpdir(), 'wingman-'))
  const objects = {
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(paths.commonDir, 'objects')),
  }
  try {
    return await captureTree({ git, paths, what: 'dirty', objects })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function capture(git: GitDoor, paths: RepositoryPaths, what: 'staged' | 'dirty') {
  const tree = await captureTree({ git, paths, what })
  const head = await git.attempt(['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
  const parent = head.code === 0 ? head.stdout.toString().trim() : null
  const before = parent ? `${parent}^{tree}` : emptyTreeLike(tree)
  const names = await git.bytes(['diff-tree', '-r', '--name-only', '-z', '--no-renames', before, tree, '--'])
  const files = names.toString().split('\0').filter(Boolean).length
  if (files === 0) return null

  const known = await sameGhost(git, tree, parent)
  if (known) return { commit: known, files }

  const parents = parent ? ['-p', parent] : []
  const args = ['commit-tree', '--no-gpg-sign', tree, ...parents, '-m', `wingman: ${what} work`]
  const commit = (await git.change(args, { env: GHOST_AUTHOR, whose: 'ours' })).toString().trim()
  await git.change(['update-ref', `refs/wingman/snapshots/${commit}`, commit], { whose: 'ours' })
  return { commit, files }
}

/** The same work was captured before: another ghost of it would only pile up. */
async function sameGhost(git: GitDoor, tree: Oid, parent: Oid | null): Promise<Oid | null> {
  const format = '--format=%(objectname) %(tree) %(parent)'
  const ghosts = await git.bytes(['for-each-ref', '--sort=-creatordate', format, 'refs/wingman/snapshots/'])
  const same = ghosts
    .toString()
    .split('\n')
    .find(line => line.endsWith(` ${tree} ${parent ?? ''}`))
  return same?.split(' ')[0] ?? null
}
