import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Project } from '../compose.ts'
import { configAt } from '../config-at.ts'

/** The policy of a commit, null where it has none. What is broken there is a state of its own. */
export type PolicyReading = { config: ResolvedConfig | null } | { broken: true }

/** In a checkout of its own: a config may be code, and import what lies beside it. */
export async function policyAt(project: Project, oid: Oid): Promise<PolicyReading> {
  const { git, workplaces } = project.ports
  const commit = await git.commit(oid)
  if (!commit) return { broken: true }
  if ((await configAt(project, oid)) === null) return { config: null }
  const { readConfig } = await import('../../config/read.ts')
  const { ruleIds, ruleSetDigestInput } = await import('../../adapters/reviewers/rules/index.ts')
  const place = await workplaces.open({ commit: commit.oid, tree: commit.tree }, 'worktree')
  try {
    return await readConfig({ root: place.dir, ruleSet: ruleSetDigestInput(), ruleIds })
  } catch {
    return { broken: true }
  } finally {
    await place.close()
  }
}
