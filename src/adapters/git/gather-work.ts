import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GhostKind } from '../../domain/ghost.ts'
import { oneLine } from '../../domain/plain-text.ts'
import type { Oid } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import type { GitDoor } from './door.ts'
import type { RepositoryPaths } from './locate.ts'
import { type OwnIndex, WHOLE_INDEX } from './own-index.ts'

export interface Source {
  git: GitDoor
  paths: RepositoryPaths
  what: GhostKind
  index: OwnIndex
  /** Where git puts what it makes. */
  objects?: Record<string, string>
}

export interface Work {
  tree: Oid
  /** Repositories in the tree that are no submodules. */
  leftOut: string[]
}

/** The tree that a commit of this work would have. The index given holds it afterwards. */
export async function gatherWork(source: Source): Promise<Work> {
  const leftOut = source.what === 'dirty' ? await stageAll(source) : []
  return { tree: await writeTree(source), leftOut }
}

async function stageAll(source: Source): Promise<string[]> {
  const first = await stage(source, []).catch((error: unknown) => ({ error }))
  if (!('error' in first) && !ADDED_REPOSITORY.test(first.said)) return []
  // It holds what was added before git gave up, nested repositories included.
  await source.index.renew()
  const nested = await nestedRepositories(source)
  if (nested.length === 0 && 'error' in first) throw first.error
  await stage(source, nested)
  return nested.map(path => Buffer.from(path, 'latin1').toString())
}

// A link to another repository's commit would be no copy of its files, and one that has no commit yet makes `add` fail.
const ADDED_REPOSITORY = /^add '.*\/'$/ms

async function stage({ git, paths, index, objects }: Source, without: readonly string[]) {
  // Would be a reason to refuse a file whose line ends are mixed; what is on disk is to be kept as it is.
  const settings = [...WHOLE_INDEX, '-c', 'core.safecrlf=false']
  const sparse = existsSync(join(paths.gitDir, 'info', 'sparse-checkout')) ? ['--sparse'] : []
  const args = [...settings, 'add', '--all', '--verbose', ...sparse]
  const specs = ['.', ...without.map(path => `:(exclude,top,literal)${path}`)].join('\0')
  const said = await git.change([...args, '--pathspec-from-file=-', '--pathspec-file-nul'], {
    env: { ...objects, ...index.env },
    input: Buffer.from(specs, 'latin1'),
    whose: 'ours',
  })
  return { said: said.toString('latin1') }
}

/** Byte for byte, as git wants them back. */
async function nestedRepositories({ git, index }: Source): Promise<string[]> {
  const others = await git.bytes(['ls-files', '--others', '--exclude-standard', '-z'], { env: index.env })
  const names = others.toString('latin1').split('\0')
  return names.filter(name => name.endsWith('/')).map(name => name.slice(0, -1))
}

async function writeTree(source: Source): Promise<Oid> {
  const { git, index, objects } = source
  try {
    const env = { ...objects, ...index.env }
    return (await git.change([...WHOLE_INDEX, 'write-tree'], { env, whose: 'ours' })).toString().trim()
  } catch (error) {
    throw (await unmerged(source)) ?? error
  }
}

async function unmerged({ git, index }: Source): Promise<WingmanError | null> {
  const entries = (await git.bytes(['ls-files', '--unmerged', '-z'], { env: index.env }))
    .toString()
    .split('\0')
  const names = [...new Set(entries.filter(Boolean).map(entry => entry.slice(entry.indexOf('\t') + 1)))]
  if (names.length === 0) return null
  const shown = names.slice(0, 5).map(name => oneLine(name))
  return new WingmanError({
    code: 'E_UNMERGED',
    message: `What is staged is no tree yet: ${shown.join(', ')}${names.length > 5 ? ' and others are' : names.length > 1 ? ' are' : ' is'} in conflict.`,
    hint: 'Resolve the conflicts and `git add` them, or take everything that is not committed with `--dirty` instead of `--staged`.',
  })
}
