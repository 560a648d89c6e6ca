import { pushAddress } from '../adapters/git/address.ts'
import { writeEntry } from '../adapters/store/journal.ts'
import { pushKey } from '../adapters/store/pushes.ts'
import { gatesFor } from '../domain/gate.ts'
import { type Bypassed, tameRemote } from '../domain/journal.ts'
import type { ResolvedGate } from '../domain/resolved-config.ts'
import type { Oid } from '../domain/snapshot.ts'
import { matchesFor } from '../engine/match-globs.ts'
import type { Project } from './compose.ts'
import { namesakesOf } from './namesakes.ts'

export interface Pushed {
  remote: string
  /** Where to, if git said so. */
  url?: string
  remoteRef: string
}

/** By the gates here, or by those that stood there before: the push may have been the one that took them away. */
export async function heldBy(
  project: Project,
  gates: readonly ResolvedGate[],
  { before, ...pushed }: Pushed & { before: Oid | null },
): Promise<string[]> {
  const now = await heldNow(project, gates, pushed)
  const { policyAt } = await import('./policy/read-at.ts')
  const was = now.length === 0 && before !== null ? await policyAt(project, before) : { broken: true }
  const gone = 'config' in was && was.config?.enabled ? was.config.gates : []
  return [...now, ...(await heldNow(project, gone, pushed))].map(({ name }) => name)
}

async function heldNow(
  { door }: Project,
  gates: readonly ResolvedGate[],
  { remote, remoteRef, ...told }: Pushed,
) {
  const url = told.url ?? pushAddress(door, remote)
  const namesakes = namesakesOf(door, gates, { remote, url })
  return gatesFor(gates, { remote, url, remoteRef, namesakes }, await matchesFor(gates))
}

/** What a branch that is new has left. */
export const trunkIn = (looked: ReadonlyMap<string, Oid>, remote: string): Oid | null =>
  looked.get(`refs/remotes/${remote}/main`) ?? looked.get(`refs/remotes/${remote}/master`) ?? null

interface Bypass extends Pick<Bypassed, 'remote' | 'ref' | 'gates' | 'by' | 'attempted'> {
  oid: Oid
  /** When that was seen. */
  at: Date
}

/** Once for each, whichever way it was noticed first. */
export async function keepBypass({ at, ports }: Project, bypass: Bypass): Promise<void> {
  const { remote, ref, oid, at: when, ...more } = bypass
  const commit = (await ports.git.commit(oid))?.oid ?? oid
  const isNew = await writeEntry(at.journal, {
    version: 1,
    kind: 'bypassed',
    id: ports.digest(pushKey(remote, ref, oid)).slice(0, 32),
    at: when.toISOString(),
    remote: tameRemote(remote),
    ref,
    commit,
    ...more,
  })
  if (isNew) ports.log.warn('gate.bypassed', { ref, commit })
}
