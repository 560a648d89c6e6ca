import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
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

/** In which ways these commits make the review ask for less. */
export async function loosenedBetween(project: Project, step: PolicyStep): Promise<string[]> {
  try {
    const before = await policyAt(project, step.base)
    return before ? loosened(before, await policyAt(project, step.tip)) : []
  } catch (error) {
    return [`what it was and what it is cannot be compared: ${sentenceOf(error)}`]
  }
}

/** Whether the files that make the policy differ at all, which they nearly never do; null when the base is not here. */
export async function hasPolicyMoved(
  { door, at, paths }: Project,
  { base, tip }: PolicyStep,
): Promise<boolean | null> {
  const named = [...PLACES, ...resolvedSources(at.own), '.wingman/dismissed.yaml']
  const files = new Set([...named, ...named.flatMap(name => targetOf(paths.root, name))])
  const code = await door.code(['diff-tree', '-r', '--quiet', '--no-renames', base, tip, '--', ...files])
  return code === 0 ? false : code === 1 ? true : null
}

/** Where a link leads, as long as it stays in the tree. */
function targetOf(root: string, name: string): string[] {
  try {
    const target = relative(realpathSync(root), realpathSync(join(root, name)))
    return target === name || target.startsWith('..') ? [] : [target]
  } catch {
    return []
  }
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
