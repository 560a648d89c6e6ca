import { pushAddress } from '../adapters/git/address.ts'
import {
  followedBy,
  type ReflogPush,
  reflogPushes,
  type TrackingRef,
  trackingRefs,
} from '../adapters/git/tracking-refs.ts'
import { writeEntry } from '../adapters/store/journal.ts'
import { pushKey, readLooked, readPushes, writeLooked } from '../adapters/store/pushes.ts'
import { gatesFor } from '../domain/gate.ts'
import type { ResolvedGate } from '../domain/resolved-config.ts'
import type { Oid } from '../domain/snapshot.ts'
import { matchesFor } from '../engine/match-globs.ts'
import type { Project } from './compose.ts'
import { namesakesOf } from './namesakes.ts'
import { findConfig } from './use-config.ts'

/**
 * Pushes that never met the gate (`WINGMAN=0`, `--no-verify`, hooks that were not there): git's own log of a tracking ref says
 * "update by push", and no pre-push that let it go is on record. Written down once for each commit. Whoever comes by looks, and
 * nothing that fails here is anybody's trouble.
 */
export async function noticeBypasses(project: Project): Promise<void> {
  try {
    await look(project)
  } catch (error) {
    project.ports.log.warn('bypasses.not-looked', { code: (error as { code?: string } | null)?.code ?? null })
  }
}

/** What is there when wingman comes went out before there was a gate. */
export async function beginToNotice({ at, door }: Project): Promise<void> {
  if ((await readLooked(at.pushes)) === null) await writeLooked(at.pushes, tipsOf(trackingRefs(door)))
}

async function look(project: Project): Promise<void> {
  const { at, door } = project
  const looked = await readLooked(at.pushes)
  // Where nothing is reviewed nothing is written either.
  if (looked === null) return (await findConfig(project)) ? beginToNotice(project) : undefined
  const refs = trackingRefs(door)
  const moved = refs.filter(({ name, oid }) => looked.get(name) !== oid)
  if (moved.length === 0 && refs.length === looked.size) return
  const config = await findConfig(project)
  await judge(project, config?.enabled ? config.gates : [], { moved, looked })
  await writeLooked(at.pushes, tipsOf(refs))
}

const tipsOf = (refs: readonly TrackingRef[]): Map<string, Oid> =>
  new Map(refs.map(({ name, oid }) => [name, oid]))

interface Moved {
  moved: readonly TrackingRef[]
  looked: ReadonlyMap<string, Oid>
}

async function judge(project: Project, gates: readonly ResolvedGate[], { moved, looked }: Moved) {
  const named = await readPushes(project.at.pushes)
  const follows = followedBy(project.door)
  for (const ref of moved) {
    const followed = follows(ref.name)
    if (followed === null) continue
    const { remote, remoteRef } = followed
    const since = looked.get(ref.name) ?? null
    const before = since ?? trunkIn(looked, remote)
    const pushes = reflogPushes(project.door, ref.name, since).filter(
      ({ oid }) => !named.has(pushKey(remote, remoteRef, oid)),
    )
    const holding = pushes.length > 0 ? await heldBy(project, gates, { ...followed, before }) : []
    if (holding.length === 0) continue
    for (const push of pushes) await keep(project, { remote, ref: remoteRef, gates: holding, push })
  }
}

/** By the gates here, or by those that stood there before: the push may have been the one that took them away. */
async function heldBy(
  project: Project,
  gates: readonly ResolvedGate[],
  { before, ...followed }: Followed & { before: Oid | null },
): Promise<string[]> {
  const now = await heldNow(project, gates, followed)
  const { policyAt } = await import('./policy/read-at.ts')
  const was = now.length === 0 && before !== null ? await policyAt(project, before) : { broken: true }
  const gone = 'config' in was && was.config?.enabled ? was.config.gates : []
  return [...now, ...(await heldNow(project, gone, followed))].map(({ name }) => name)
}

async function heldNow({ door }: Project, gates: readonly ResolvedGate[], { remote, remoteRef }: Followed) {
  const namesakes = namesakesOf(door, gates, { remote, url: pushAddress(door, remote) })
  return gatesFor(gates, { remote, remoteRef, namesakes }, await matchesFor(gates))
}

/** What a branch that is new has left. */
const trunkIn = (looked: ReadonlyMap<string, Oid>, remote: string): Oid | null =>
  looked.get(`refs/remotes/${remote}/main`) ?? looked.get(`refs/remotes/${remote}/master`) ?? null

interface Followed {
  remote: string
  remoteRef: string
}

interface Bypass {
  remote: string
  ref: string
  gates: string[]
  push: ReflogPush
}

async function keep({ at, ports }: Project, { remote, ref, gates, push }: Bypass): Promise<void> {
  const isNew = await writeEntry(at.journal, {
    version: 1,
    kind: 'bypassed',
    id: ports.digest(pushKey(remote, ref, push.oid)).slice(0, 32),
    at: ports.clock.now().toISOString(),
    remote,
    ref,
    commit: push.oid,
    gates,
    by: push.by,
  })
  if (isNew) ports.log.warn('gate.bypassed', { ref, commit: push.oid })
}
