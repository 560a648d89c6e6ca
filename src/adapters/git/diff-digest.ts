import { createHash } from 'node:crypto'
import type { Oid } from '../../domain/snapshot.ts'
import type { Commit } from '../../ports.ts'
import type { GitDoor } from './door.ts'

/** The key for content: names, modes and blob ids on both sides, and nothing a setting could change. */
const RAW = ['-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none']

export async function diffDigest(git: GitDoor, base: Oid, head: Oid): Promise<string> {
  const raw = await git.bytes(['diff-tree', ...RAW, base, head, '--'])
  return createHash('sha256').update(raw).digest('hex')
}

/** In one process: starting git takes longer than what it does for a hundred commits. */
export async function ownDigests(git: GitDoor, commits: readonly Commit[]): Promise<Map<Oid, string>> {
  // A merge is told its parents, of which only the first is meant. `--always` names one that changes nothing, too.
  const input = commits
    .filter(({ parents }) => parents.length > 0)
    .map(({ oid, parents }) => `${oid} ${parents[0]}\n`)
    .join('')
  const raw = await git.bytes(['diff-tree', '--stdin', '--always', ...RAW], { input })
  return digestsIn(raw.toString('latin1').split('\0'))
}

/** A commit's name, then for each of its files one field that begins with a colon, and one that is the path. */
function digestsIn(fields: readonly string[]): Map<Oid, string> {
  const digests = new Map<Oid, string>()
  for (let at = 0; at + 1 < fields.length; ) {
    const oid = fields[at] ?? ''
    const hash = createHash('sha256')
    for (at += 1; fields[at]?.startsWith(':'); at += 2)
      hash.update(`${fields[at]}\0${fields[at + 1]}\0`, 'latin1')
    digests.set(oid, hash.digest('hex'))
  }
  return digests
}
