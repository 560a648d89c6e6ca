import { resolve } from 'node:path'
import { pushAddresses } from '../adapters/git/address.ts'
import type { GitDoor } from '../adapters/git/door.ts'
import { isEverything } from '../domain/globs.ts'
import type { ResolvedGate } from '../domain/resolved-config.ts'

/**
 * What else a remote is called here: a gate that names one holds the place, whatever name was typed for it. Most gates hold all
 * remotes, and then nobody is asked.
 */
export function namesakesOf(
  door: GitDoor,
  gates: readonly ResolvedGate[],
  { remote, url }: { remote: string; url: string },
): string[] {
  if (gates.every(({ remotes }) => isEverything(remotes))) return []
  return namesFor(door, url).filter(name => name !== remote)
}

/** Every remote of this clone that pushes there. */
export function namesFor(door: GitDoor, url: string): string[] {
  const place = placeOf(door.dir, url)
  const there = pushAddresses(door).filter(({ address }) => placeOf(door.dir, address) === place)
  return [...new Set(there.map(({ name }) => name))]
}

/** The ways to spell one place that git itself takes for the same: what is left out or added makes no other of it. */
function placeOf(dir: string, address: string): string {
  const short = address
    .replace(/^file:\/\//, '')
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^@/]*@/i, '$1')
    .replace(/\/+$/, '')
    .replace(/(?:\/\.git|\.git)$/, '')
  return /^[^/]*:/.test(short) ? short : resolve(dir, short)
}
