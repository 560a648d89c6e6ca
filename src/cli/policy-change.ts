import { PLACES } from '../config/places.ts'
import { resolvedSources } from '../config/read-resolved.ts'
import { loosened } from '../domain/loosened.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import type { Oid } from '../domain/snapshot.ts'
import { sentenceOf } from '../errors.ts'
import type { Project } from './compose.ts'

export interface PolicyStep {
  /** What the remote has. */
  base: Oid
  tip: Oid
}

/** In which ways these commits make the review ask for less. Nearly always the files of the policy are the same, which costs one look. */
export async function loosenedBetween(project: Project, step: PolicyStep): Promise<string[]> {
  if (!(await hasMoved(project, step))) return []
  try {
    const before = await policyAt(project, step.base)
    return before ? loosened(before, await policyAt(project, step.tip)) : []
  } catch (error) {
    return [`what it was and what it is cannot be compared: ${sentenceOf(error)}`]
  }
}

async function hasMoved({ door, at }: Project, { base, tip }: PolicyStep): Promise<boolean> {
  const files = new Set([...PLACES, ...resolvedSources(at.own), '.wingman/dismissed.yaml'])
  const args = ['diff-tree', '-r', '--name-only', '--no-renames', '-z', base, tip, '--', ...files]
  const { code, stdout } = door.ask(args)
  // A base that is not here cannot be compared with, and must not pass for the same.
  return code !== 0 || stdout.length > 0
}

/** In a checkout of its own: a config may be code, and import what lies beside it. */
async function policyAt({ ports }: Project, oid: Oid): Promise<ResolvedConfig | null> {
  const commit = await ports.git.commit(oid)
  if (!commit) throw new Error(`the commit ${oid} is not here`)
  const { readConfig } = await import('../config/read.ts')
  const { ruleIds, ruleSetDigestInput } = await import('../adapters/reviewers/rules/index.ts')
  const place = await ports.workplaces.open({ commit: commit.oid, tree: commit.tree }, 'worktree')
  try {
    return (await readConfig({ root: place.dir, ruleSet: ruleSetDigestInput(), ruleIds })).config
  } finally {
    await place.close()
  }
}
