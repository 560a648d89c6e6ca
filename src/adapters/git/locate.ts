import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Standpoint } from '../../domain/epoch.ts'
import { WingmanError } from '../../errors.ts'

/** Where a repository keeps itself. */
export interface RepositoryPaths {
  /** The top of the working tree. */
  root: string
  /** Of this worktree: HEAD, index. */
  gitDir: string
  /** Shared by all worktrees: objects, refs. */
  commonDir: string
}

/**
 * Read off the files, without starting git: a hook that asks `git rev-parse` pays for it every time. Looks only at
 * `.git`, so a bare repository lying inside the tree is never taken for the one we are in.
 */
export function locate(from: string): RepositoryPaths | null {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    const gitDir = gitDirIn(dir)
    if (gitDir) return { root: dir, gitDir, commonDir: commonDirOf(gitDir) }
    if (dirname(dir) === dir) return null
  }
}

export function requireRepository(from: string): RepositoryPaths {
  const paths = locate(from)
  if (paths) return paths
  throw new WingmanError({
    code: 'E_NOT_A_REPOSITORY',
    message: `${from} is not inside a git working tree.`,
    hint: 'Run this in a repository, or make one with `git init`. A bare repository has no tree to review: use a worktree of it.',
  })
}

/** The branch that HEAD is on, read as a hook would read it; null when it is detached. */
export function headRef({ gitDir }: RepositoryPaths): string | null {
  return /^ref: (.+)$/m.exec(readFileSync(resolve(gitDir, 'HEAD'), 'utf8'))?.[1] ?? null
}

/** Read off the files as well; null where a ref is packed, kept in a table or another name for one: then git has to be asked. */
export function quickStandpoint({ gitDir, commonDir }: RepositoryPaths): Standpoint | null {
  const [, ref = null, oid = null] =
    /^(?:ref: (refs\/heads\/.+)|([0-9a-f]{40,64}))\n$/.exec(textAt(gitDir, 'HEAD')) ?? []
  if (ref === null) return oid === null ? null : { ref, commit: oid }
  const commit = /^([0-9a-f]{40,64})\n$/.exec(textAt(commonDir, ref))?.[1]
  return commit ? { ref, commit } : null
}

function textAt(folder: string, name: string): string {
  try {
    return readFileSync(resolve(folder, name), 'utf8')
  } catch {
    return ''
  }
}

function gitDirIn(dir: string): string | null {
  const dotGit = resolve(dir, '.git')
  const stat = statSync(dotGit, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return dotGit
  if (!stat?.isFile()) return null
  // A linked worktree, a submodule, or `git init --separate-git-dir`.
  const target = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(dotGit, 'utf8'))?.[1]
  return target ? resolve(dir, target) : null
}

function commonDirOf(gitDir: string): string {
  try {
    return resolve(gitDir, readFileSync(resolve(gitDir, 'commondir'), 'utf8').trim())
  } catch {
    return gitDir // only linked worktrees have that file
  }
}
