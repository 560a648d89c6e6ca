import { PLACES } from '../config/places.ts'
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

function hasWingman(manifest: string): boolean {
  try {
    return 'wingman' in JSON.parse(manifest)
  } catch {
    return false
  }
}
