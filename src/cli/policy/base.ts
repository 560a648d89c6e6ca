import type { PushedRef } from '../../domain/gate.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Remote } from '../../engine/remote.ts'
import { defaultTip, isUsualTrunk } from '../../engine/trunk.ts'
import type { Git } from '../../ports.ts'

export interface Where {
  git: Git
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
 * remote's default branch; one that never met it is compared with the branch as it is.
 */
export async function baseOf(where: Where, ref: PushedRef): Promise<Base | null> {
  const { git } = where
  const tip = ref.local && (await git.commit(ref.local))
  const under = isTreeOfOurs(ref) && ref.remote ? await git.commit(ref.remote) : null
  if (under) return { oid: under.oid, isForeign: false }
  const trunk = await trunkOf(where)
  if (trunk === null) return null
  const met = tip && isTreeOfOurs(ref) ? await git.mergeBase(trunk, tip.oid) : null
  return { oid: met ?? trunk, isForeign: met === null }
}

/** Notes and the like have a tree of another kind. */
export const isTreeOfOurs = ({ remoteRef }: PushedRef): boolean => /^refs\/(?:heads|tags)\//.test(remoteRef)

/** The default branch as the remote has it; as it was last seen here, should its newest commit not be here. */
async function trunkOf({ git, remote, there }: Where): Promise<Oid | null> {
  const tip = await tipThere({ git, remote, there })
  if (tip !== null && (await git.commit(tip))) return tip
  return (await defaultTip(git, remote)) ?? (await defaultTip(git, 'origin'))
}

/** By the usual names first: which one is called the default is a setting of this clone. */
export async function tipThere({ git, remote, there }: Where): Promise<Oid | null> {
  const heads = (await there.tips()).filter(({ ref }) => ref.startsWith('refs/heads/'))
  const usual = heads.find(({ ref }) => isUsualTrunk(ref.slice('refs/heads/'.length)))
  if (usual || heads.length === 0) return usual?.oid ?? null
  const named = await git.symbolic(`refs/remotes/${remote}/HEAD`)
  const name = named?.slice(`refs/remotes/${remote}/`.length)
  return heads.find(({ ref }) => ref === `refs/heads/${name}`)?.oid ?? null
}
