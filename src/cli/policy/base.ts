import type { PushedRef } from '../../domain/gate.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Remote } from '../../engine/remote.ts'
import { branchesThere, defaultTip, trunkThere } from '../../engine/trunk.ts'
import type { Project } from '../compose.ts'
import { withConfig } from '../config-at.ts'

export interface Where {
  project: Project
  /** The remote's name, or its address. */
  remote: string
  there: Remote
}

/** What a push is compared with. */
export interface Base {
  oid: Oid
  /** It shares no history with what is pushed. */
  isForeign: boolean
}

/**
 * What the remote has under that name. For a name that is new, or whose commit is not here, the place where its history left the
 * remote's default branch, or the next one that had a config by then; one that never met it is compared with the branch as it is.
 */
export async function baseOf(where: Where, ref: PushedRef): Promise<Base | null> {
  const { git } = where.project.ports
  const tip = ref.local && (await git.commit(ref.local))
  const under = isTreeOfOurs(ref) && ref.remote ? await git.commit(ref.remote) : null
  if (under) return { oid: under.oid, isForeign: false }
  const trunk = await trunkOf(where)
  if (trunk === null) return null
  const met = tip && isTreeOfOurs(ref) ? await git.mergeBase(trunk, tip.oid) : null
  if (!tip || met === null) return { oid: trunk, isForeign: true }
  return { oid: (await withPolicy(where, tip.oid, met)) ?? met, isForeign: false }
}

/** Notes and the like have a tree of another kind. */
export const isTreeOfOurs = ({ remoteRef }: PushedRef): boolean => /^refs\/(?:heads|tags)\//.test(remoteRef)

/** More branches than this nobody works on at once, and each costs a git. */
const MOST_BRANCHES = 50

/** A default branch from before wingman has no policy to compare with; another branch of the remote, which the tip stands on, may. */
async function withPolicy({ project, remote, there }: Where, tip: Oid, met: Oid): Promise<Oid | null> {
  if ((await withConfig(project, [met])).has(met)) return met
  const branches = await branchesThere(project.ports.git, remote, there)
  const policed = await withConfig(
    project,
    branches.map(({ oid }) => oid),
  )
  const others = branches.filter(({ oid }) => policed.has(oid)).slice(0, MOST_BRANCHES)
  const bases = await Promise.all(others.map(({ oid }) => project.ports.git.mergeBase(oid, tip)))
  const known = bases.filter(oid => oid !== null)
  const having = await withConfig(project, known)
  return known.find(oid => having.has(oid)) ?? null
}

/** The default branch as the remote has it; as it was last seen here, should its newest commit not be here. */
async function trunkOf({ project, remote, there }: Where): Promise<Oid | null> {
  const { git } = project.ports
  const tip = await tipThere({ project, remote, there })
  if (tip !== null && (await git.commit(tip))) return tip
  return (await defaultTip(git, remote)) ?? (await defaultTip(git, 'origin'))
}

/** Where there is no telling and one branch alone, that one. */
export async function tipThere({ project, remote, there }: Where): Promise<Oid | null> {
  const { git } = project.ports
  const trunk = await trunkThere(git, remote, there)
  const [only, another] = await branchesThere(git, remote, there)
  return (trunk ?? (another ? null : only))?.oid ?? null
}
