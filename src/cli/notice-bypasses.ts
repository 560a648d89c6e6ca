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
import { matcherFor } from '../engine/match-globs.ts'
import type { Project } from './compose.ts'
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
  if (config?.enabled) await judge(project, config.gates, { moved, looked })
  await writeLooked(at.pushes, tipsOf(refs))
}

const tipsOf = (refs: readonly TrackingRef[]): Map<string, Oid> =>
  new Map(refs.map(({ name, oid }) => [name, oid]))

interface Moved {
  moved: readonly TrackingRef[]
  looked: ReadonlyMap<string, Oid>
}

async function judge(project: Project, gates: readonly ResolvedGate[], { moved, looked }: Moved) {
  const lists: (readonly string[])[] = gates.flatMap(gate => [gate.branches, gate.remotes])
  const matchers = await Promise.all(lists.map(matcherFor))
  const matches = (globs: readonly string[], name: string) => matchers[lists.indexOf(globs)]?.(name) ?? true
  const named = await readPushes(project.at.pushes)
  const follows = followedBy(project.door)
  for (const ref of moved) {
    const followed = follows(ref.name)
    if (followed === null) continue
    const { remote, remoteRef } = followed
    const holding = gatesFor(gates, { remote, remoteRef }, matches).map(({ name }) => name)
    if (holding.length === 0) continue
    for (const push of reflogPushes(project.door, ref.name, looked.get(ref.name) ?? null)) {
      if (!named.has(pushKey(remote, remoteRef, push.oid)))
        await keep(project, { remote, ref: remoteRef, gates: holding, push })
    }
  }
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
