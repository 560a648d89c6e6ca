import { createHash } from 'node:crypto'
import type { Oid } from '../../domain/snapshot.ts'
import type { Commit } from '../../ports.ts'
import type { GitDoor } from './door.ts'

/** The key for content: names, modes and blob ids on both sides, and nothing a setting could change. */
const RAW = ['-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none']

export async function diffDigest(git: GitDoor, base: Oid, head: Oid): Promise<string> {
  return sha256(await git.bytes(['diff-tree', ...RAW, base, head, '--']))
}

/** In one process: starting git takes longer than what it does for a hundred commits. */
export async function ownDigests(git: GitDoor, commits: readonly Commit[]): Promise<Map<Oid, string>> {
  // A merge is told its parents, of which only the first is meant. `--always` names one that changes nothing, too.
  const input = commits
    .filter(({ parents }) => parents.length > 0)
    .map(({ oid, parents }) => `${oid} ${parents[0]}\n`)
    .join('')
  const raw = await git.bytes(['diff-tree', '--stdin', '--always', ...RAW], { input })
  return digestsIn(raw)
}

/**
 * A commit's name, then for each of its files one field that begins with a colon, and one that is the path. Not as text: what a
 * thousand commits changed may be longer than a string can be.
 */
function digestsIn(raw: Buffer): Map<Oid, string> {
  const behind = (at: number) => raw.indexOf(0, at) + 1 || raw.length
  const digests = new Map<Oid, string>()
  for (let at = 0; at < raw.length; ) {
    const files = behind(at)
    const oid = raw.toString('latin1', at, files - 1)
    for (at = files; raw[at] === COLON; ) at = behind(behind(at))
    digests.set(oid, sha256(raw.subarray(files, at)))
  }
  return digests
}

const COLON = ':'.charCodeAt(0)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
