import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRepository } from './repository.ts'

/**
 * All that a person could notice a change of: the tree with modes and times, and the git directory byte for byte. Only what
 * is ours is left out: objects, our folder, our refs.
 */
export function everything(repository: TestRepository): Record<string, string> {
  const dirs = ['--git-dir', '--git-common-dir'].map(which =>
    repository.git('rev-parse', '--path-format=absolute', which),
  )
  const state: Record<string, string> = {}
  for (const dir of new Set(dirs)) note(state, dir, name => OURS.test(name.slice(dir.length + 1)))
  note(state, repository.dir, name => name === join(repository.dir, '.git'))
  return state
}

const OURS =
  /^(?:objects|wingman|refs\/wingman|modules\/[^/]+\/(?:objects|wingman)|worktrees\/[^/]+\/wingman)$/

function note(state: Record<string, string>, path: string, skip: (path: string) => boolean): void {
  if (skip(path)) return
  const info = lstatSync(path, { bigint: true })
  // Git itself touches the other half of a split index whenever it reads it.
  const time = path.includes('/sharedindex.') ? '' : info.mtimeNs
  const stamp = `${info.mode.toString(8)} ${time}`
  if (info.isSymbolicLink()) state[path] = `${stamp} -> ${readlinkSync(path)}`
  else if (info.isFile()) state[path] = `${stamp} ${digest(path)}`
  else if (info.isDirectory()) {
    for (const name of readdirSync(path).sort()) note(state, join(path, name), skip)
  }
}

const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
