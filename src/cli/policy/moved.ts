import { PLACES } from '../../config/places.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Project } from '../compose.ts'
import type { PolicyFile } from './files.ts'

/**
 * Whether these commits have every file of the working tree's policy as it is there: one question to git, since every push
 * asks it. Only what is there is looked for. A config in another place would be a second one, which no config check lets pass.
 */
export function haveAll({ door }: Project, commits: readonly Oid[], files: readonly PolicyFile[]): boolean {
  const there = files.filter(({ ids }) => ids.length > 0)
  // Without a config of its own the working tree has nothing that could be missed elsewhere.
  if (!there.some(isConfig)) return false
  const names = there.flatMap(({ path }) => commits.map(oid => `${oid}:${path}`))
  // It stops at the first that is missing, and then says too little.
  const said = door
    .ask(['rev-parse', '--revs-only', ...names])
    .stdout.toString()
    .split('\n')
  return there.every(({ ids }, nth) =>
    commits.every((_, at) => ids.includes(said[nth * commits.length + at] ?? '')),
  )
}

/** package.json is there for a hundred other reasons. */
const isConfig = ({ path }: PolicyFile): boolean =>
  path !== 'package.json' && (PLACES as readonly string[]).includes(path)

/** What a commit has under these names. */
export async function idsAt(
  { door }: Project,
  commit: Oid,
  files: readonly PolicyFile[],
): Promise<Map<string, Oid>> {
  const listed = await door.bytes([
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    commit,
    '--',
    ...files.map(({ path }) => path),
  ])
  const rows = listed.toString().split('\0').filter(Boolean)
  return new Map(rows.map(row => [row.slice(row.indexOf('\t') + 1), row.split(/[ \t]/)[2] ?? '']))
}
