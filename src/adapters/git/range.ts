import { join } from 'node:path'
import type { Oid } from '../../domain/snapshot.ts'
import type { Commit } from '../../ports.ts'
import { readIfThere } from '../store/files.ts'
import type { GitDoor } from './door.ts'
import type { RepositoryPaths } from './locate.ts'

/** What `tip` has and `from` has not: children before parents, the tip first. */
export async function commitsBetween(git: GitDoor, from: Oid, tip: Oid): Promise<Commit[]> {
  const lines = await git.bytes(['rev-list', '--topo-order', '--format=%H %T %P', tip, `^${from}`, '--'])
  return lines
    .toString()
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('commit '))
    .map(line => {
      const [oid = '', tree = '', ...parents] = line.trim().split(' ')
      return { oid, tree, parents }
    })
}

/** The commits below which a shallow clone has nothing, though there is something. */
export async function cutsOf({ commonDir }: RepositoryPaths): Promise<Set<Oid>> {
  const cuts = await readIfThere(join(commonDir, 'shallow'))
  return new Set((cuts ?? '').split('\n').filter(Boolean))
}

/** Whether objects may be missing because they were left out when it was cloned. */
export async function isPartial(git: GitDoor): Promise<boolean> {
  const pattern = '^(extensions\\.partialclone|remote\\..*\\.promisor)$'
  return (await git.attempt(['config', '--get-regexp', pattern])).code === 0
}
