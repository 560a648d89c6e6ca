import { followedBy, type TrackingRef } from '../adapters/git/tracking-refs.ts'
import { pushKey, readPushes } from '../adapters/store/pushes.ts'
import { forgetSkipped, readSkipped, type SkippedPush } from '../adapters/store/skipped.ts'
import type { ResolvedGate } from '../domain/resolved-config.ts'
import type { Oid } from '../domain/snapshot.ts'
import { whoIsCalling } from './caller.ts'
import type { Project } from './compose.ts'
import { heldBy, keepBypass, trunkIn } from './keep-bypass.ts'

export interface Looking {
  gates: readonly ResolvedGate[]
  refs: readonly TrackingRef[]
  looked: ReadonlyMap<string, Oid>
}

/**
 * Pushes that our hook let go with `WINGMAN=0`: a tag, or a push by address, is in no log of git's. After those that are: what both
 * tell of has one entry.
 */
export async function noticeSkipped(project: Project, looking: () => Promise<Looking>): Promise<void> {
  const skipped = await readSkipped(project.at.shared)
  if (skipped.length === 0) return
  const around = await looking()
  const named = await readPushes(project.at.pushes)
  for (const push of skipped) {
    await keepRefs(project, push, { ...around, named })
    await forgetSkipped(push)
  }
}

async function keepRefs(
  project: Project,
  { remote, url, refs, at }: SkippedPush,
  { gates, named, ...around }: Looking & { named: ReadonlySet<string> },
): Promise<void> {
  const before = trunkIn(around.looked, remote) ?? trunkIn(around.looked, 'origin')
  for (const { local, remoteRef } of refs) {
    if (local === null || named.has(pushKey(remote, remoteRef, local))) continue
    const holding = await heldBy(project, gates, { remote, url, remoteRef, before })
    if (holding.length === 0) continue
    const by = await nameOf(project)
    const pushed = { remote, ref: remoteRef, oid: local, gates: holding, by, at }
    const hasArrived = await isThere(project, around.refs, { remote, remoteRef, oid: local })
    await keepBypass(project, { ...pushed, ...(hasArrived ? {} : { attempted: true }) })
  }
}

/** A dry run, or one that the remote refused, looks the same to a hook: only a tracking ref tells that it arrived. */
async function isThere(
  { door }: Project,
  refs: readonly TrackingRef[],
  { remote, remoteRef, oid }: { remote: string; remoteRef: string; oid: Oid },
): Promise<boolean> {
  const follows = followedBy(door)
  const seen = refs.find(({ name }) => {
    const followed = follows(name)
    return followed?.remote === remote && followed.remoteRef === remoteRef
  })
  return seen !== undefined && (await door.code(['merge-base', '--is-ancestor', oid, seen.oid])) === 0
}

/** Whoever works in this clone: the hook's sh cannot ask git for a name. */
async function nameOf({ door }: Project): Promise<{ name: string; email: string }> {
  const { name, email } = await whoIsCalling(door)
  return { name: name ?? '', email: email ?? '' }
}
