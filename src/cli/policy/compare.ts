import { gatesFor, type PushedRef } from '../../domain/gate.ts'
import { loosened } from '../../domain/loosened.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import type { Oid } from '../../domain/snapshot.ts'
import { matchesFor } from '../../engine/match-globs.ts'
import { onlyInTree, unreadablePolicy } from '../../gate-messages.ts'
import type { Project } from '../compose.ts'
import { namesakesOf } from '../namesakes.ts'
import type { Base } from './base.ts'
import type { PolicyFile } from './files.ts'
import { idsAt } from './moved.ts'
import { policyAt } from './read-at.ts'

export interface Comparison {
  ref: PushedRef
  remote: string
  /** Where it is pushed to. */
  url: string
  base: Base | null
  /** Null where what is pushed has no tree that could hold a config. */
  tip: Oid | null
  /** Of the working tree. */
  config: ResolvedConfig | null
  files: readonly PolicyFile[]
}

/**
 * In which ways this push goes by a policy that asks for less: what its commits make of it, and what the working tree has, by which
 * the gate goes. The latter matters only to this push, so only where a gate that was there would have held it.
 */
export async function looserThan(project: Project, asked: Comparison): Promise<string[]> {
  const { base, tip, config, files } = asked
  const [before, after] = await Promise.all([
    idsIn(project, base?.oid ?? null, files),
    idsIn(project, tip, files),
  ])
  const isMoved = files.some(({ path }) => tip !== null && before.get(path) !== after.get(path))
  const isAway = (has: Map<string, Oid>) => files.filter(({ path, ids }) => !sameIn(has.get(path), ids))
  const [away, unpushed] = [isAway(before), isAway(after)]
  if (!isMoved && away.length === 0) return []

  const was = base ? await policyAt(project, base.oid) : { config: null }
  if ('broken' in was) {
    // What git has never heard of is missing there for everybody: nothing was changed about it.
    const isForeign = away.every(({ path }) => !before.has(path) && !after.has(path))
    return !isMoved && isForeign ? [] : [unreadablePolicy('at the remote')]
  }
  if (was.config === null)
    return tip && unpushed.length > 0 ? inTree(project, await ownPolicy(project, tip), asked) : []
  if (base?.isForeign && !(await holds(project, was.config, asked))) return []
  const committed =
    isMoved && tip
      ? await committedIn(project, tip, was.config, unpushed.length > 0 ? undefined : config)
      : []
  const here = unpushed.length > 0 || tip === null ? await inTree(project, was.config, asked) : []
  return [...committed, ...here.filter(words => !committed.some(known => words === onlyInTree(known)))]
}

const idsIn = async (
  project: Project,
  oid: Oid | null,
  files: readonly PolicyFile[],
): Promise<Map<string, Oid>> => (oid === null ? new Map() : idsAt(project, oid, files))

const sameIn = (id: Oid | undefined, ids: readonly Oid[]): boolean =>
  id === undefined ? ids.length === 0 : ids.includes(id)

/** With the working tree's own, where the two are the same. */
async function committedIn(
  project: Project,
  tip: Oid,
  before: ResolvedConfig,
  known: ResolvedConfig | null | undefined,
): Promise<string[]> {
  if (known !== undefined) return loosened(before, known)
  const is = await policyAt(project, tip)
  return 'broken' in is ? [unreadablePolicy('that is pushed')] : loosened(before, is.config)
}

/** Where the remote has no policy yet, the one that is pushed is the first to hold. */
async function ownPolicy(project: Project, tip: Oid): Promise<ResolvedConfig | null> {
  const own = await policyAt(project, tip)
  return 'broken' in own ? null : own.config
}

async function inTree(project: Project, before: ResolvedConfig | null, asked: Comparison): Promise<string[]> {
  if (before === null || !(await holds(project, before, asked))) return []
  return loosened(before, asked.config).map(onlyInTree)
}

/** Whether some gate of that policy would have held the ref. */
async function holds(
  { door }: Project,
  { enabled, gates }: ResolvedConfig,
  { ref: { remoteRef }, remote, url }: Comparison,
): Promise<boolean> {
  const namesakes = namesakesOf(door, gates, { remote, url })
  return enabled && gatesFor(gates, { remoteRef, remote, namesakes }, await matchesFor(gates)).length > 0
}
