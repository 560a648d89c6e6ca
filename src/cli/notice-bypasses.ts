import { followedBy, reflogPushes, type TrackingRef, trackingRefs } from '../adapters/git/tracking-refs.ts'
import { pushKey, readLooked, readPushes, writeLooked } from '../adapters/store/pushes.ts'
import type { ResolvedGate } from '../domain/resolved-config.ts'
import type { Oid } from '../domain/snapshot.ts'
import type { Project } from './compose.ts'
import { heldBy, keepBypass, trunkIn } from './keep-bypass.ts'
import { noticeSkipped } from './notice-skipped.ts'
import { findConfig } from './use-config.ts'

/**
 * Pushes that never met the gate (`WINGMAN=0`, `--no-verify`, hooks that were not there): git's own log of a tracking ref says
 * "update by push", or our own hook noted it, and no pre-push that let it go is on record. Written down once for each commit. Whoever comes by looks, and
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
  if (moved.length > 0 || refs.length !== looked.size) {
    await judge(project, await gatesHere(project), { moved, looked })
    await writeLooked(at.pushes, tipsOf(refs))
  }
  await noticeSkipped(project, async () => ({ gates: await gatesHere(project), refs, looked }))
}

async function gatesHere(project: Project): Promise<readonly ResolvedGate[]> {
  const config = await findConfig(project)
  return config?.enabled ? config.gates : []
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
    const at = project.ports.clock.now()
    for (const { oid, by } of pushes)
      await keepBypass(project, { remote, ref: remoteRef, gates: holding, oid, by, at })
  }
}
