import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'

/** Whether a partial clone lacks what some of the files hold that differ between these. */
export async function lacksContent(git: GitDoor, pairs: readonly [Oid, Oid][]): Promise<boolean> {
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none']
  const lists = await Promise.all(pairs.map(([from, to]) => git.bytes([...args, from, to, '--'])))
  const blobs = new Set(lists.flatMap(list => blobsIn(list.toString('latin1'))))
  if (blobs.size === 0) return false
  const input = `${[...blobs].join('\n')}\n`
  // Where nothing is fetched on the way, git ends at the first that is missing.
  const { code, stdout } = await git.attempt(['cat-file', '--batch-check=%(objecttype)'], { input })
  return code !== 0 || / missing$/m.test(stdout.toString())
}

/** `:100644 100755 <old> <new> M`, then the name. What a submodule names is in no clone of ours. */
function blobsIn(list: string): Oid[] {
  return list.split('\0').flatMap((field, at) => {
    if (at % 2 === 1 || field === '') return []
    const [oldMode = '', newMode = '', before = '', after = ''] = field.slice(1).split(' ')
    return [isFile(oldMode) ? [before] : [], isFile(newMode) ? [after] : []].flat()
  })
}

const isFile = (mode: string): boolean => mode !== '000000' && mode !== '160000'
