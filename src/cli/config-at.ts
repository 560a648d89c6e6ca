import type { GitDoor } from '../adapters/git/door.ts'
import { findConfig, PLACES } from '../config/places.ts'
import type { Oid } from '../domain/snapshot.ts'
import type { Project } from './compose.ts'

/** Where a commit has its config; null when it has none. */
export async function configAt({ door, ports }: Project, oid: string): Promise<string | null> {
  const commit = await ports.git.commit(oid)
  if (!commit) return null
  const names = await door.bytes(['ls-tree', '--name-only', '-z', commit.tree, '--', ...PLACES])
  for (const name of names.toString().split('\0').filter(Boolean)) {
    if (name !== 'package.json') return name
    const manifest = (await ports.git.show(commit.oid, name))?.toString() ?? ''
    if (hasWingman(manifest)) return `${name}#wingman`
  }
  return null
}

/** Which of these commits have a config, asked at once: a remote may have hundreds of branches. What is not here has none. */
export async function withConfig(
  { door, paths }: Project,
  commits: readonly Oid[],
): Promise<ReadonlySet<Oid>> {
  if (commits.length === 0) return new Set()
  // In package.json it is a word, which takes reading the file: only where this project has it there.
  const places = findConfig(paths.root) === 'package.json' ? MANIFEST : FILES
  const asked = commits.flatMap(oid => places.map(place => ({ oid, name: `${oid}:${place}` })))
  const input = asked.map(({ name }) => `${name}\n`).join('')
  const said = (await door.bytes(['cat-file', '--batch-check=%(objectname)'], { input }))
    .toString()
    .split('\n')
  const found = asked.flatMap(({ oid }, at) => (isId(said[at]) ? [{ oid, blob: said[at] }] : []))
  if (places === FILES) return new Set(found.map(({ oid }) => oid))
  const worded = await withWord(door, new Set(found.map(({ blob }) => blob)))
  return new Set(found.filter(({ blob }) => worded.has(blob)).map(({ oid }) => oid))
}

const MANIFEST = ['package.json']
const FILES = PLACES.filter(place => place !== 'package.json')

const isId = (line: string | undefined): line is Oid => /^[0-9a-f]{40,64}$/.test(line ?? '')

async function withWord(door: GitDoor, manifests: ReadonlySet<Oid>): Promise<ReadonlySet<Oid>> {
  const worded = new Set<Oid>()
  for (const blob of manifests) {
    if (hasWingman((await door.bytes(['cat-file', 'blob', blob])).toString())) worded.add(blob)
  }
  return worded
}

function hasWingman(manifest: string): boolean {
  try {
    return 'wingman' in JSON.parse(manifest)
  } catch {
    return false
  }
}
