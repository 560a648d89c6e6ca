import type { PushedRef } from '../../domain/gate.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Project } from '../compose.ts'
import { withConfig } from '../config-at.ts'
import { type Base, baseOf, isTreeOfOurs, tipThere } from './base.ts'
import { looserThan } from './compare.ts'
import type { PolicyFile } from './files.ts'
import type { Guarded } from './guard.ts'

// Loaded only where something about the policy moved: most pushes never come here.

type Asked = Guarded & { ref: PushedRef; files: readonly PolicyFile[] }

/** In which ways a ref goes out by a policy that asks for less. */
export async function looserRef(project: Project, asked: Asked): Promise<string[]> {
  const { ref, remote, url, there, config, files } = asked
  const base = await baseOf({ project, remote, there }, ref)
  const commit = ref.local && isTreeOfOurs(ref) ? await project.ports.git.commit(ref.local) : null
  const tip = commit?.oid ?? null
  const against = (oid: Base | null) =>
    looserThan(project, { ref, remote, url, base: oid, tip, config, files })
  const words = await against(base)
  const caughtUp = words.length > 0 && base && tip ? await fromTrunk(project, asked, base.oid, tip) : null
  if (caughtUp === null) return words
  // What the default branch has by now was let go there already, or was never looser.
  return (await against({ oid: caughtUp, isForeign: false })).length > 0 ? words : []
}

/** Up to where the tip has the remote's default branch, if that is news to its base, and has a policy. */
async function fromTrunk(
  project: Project,
  { remote, there }: Asked,
  base: Oid,
  tip: Oid,
): Promise<Oid | null> {
  const { git } = project.ports
  const trunk = await tipThere({ project, remote, there })
  const met = trunk && (await git.commit(trunk)) ? await git.mergeBase(trunk, tip) : null
  if (met === null || (await git.isAncestor(met, base))) return null
  return (await withConfig(project, [met])).has(met) ? met : null
}
