import type { PushedRef } from '../../domain/gate.ts'
import type { Project } from '../compose.ts'
import { baseOf, isTreeOfOurs } from './base.ts'
import { looserThan } from './compare.ts'
import type { PolicyFile } from './files.ts'
import type { Guarded } from './guard.ts'

// Loaded only where something about the policy moved: most pushes never come here.

/** In which ways a ref goes out by a policy that asks for less. */
export async function looserRef(
  project: Project,
  { ref, remote, there, config, files }: Guarded & { ref: PushedRef; files: readonly PolicyFile[] },
): Promise<string[]> {
  const { git } = project.ports
  const base = await baseOf({ git, remote, there }, ref)
  const tip = ref.local && isTreeOfOurs(ref) ? await git.commit(ref.local) : null
  return looserThan(project, { ref, remote, base, tip: tip?.oid ?? null, config, files })
}
