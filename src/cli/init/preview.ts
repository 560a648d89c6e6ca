import { join, relative } from 'node:path'
import type { FileChange } from '../../adapters/hooks/file-change.ts'
import { isInside } from '../../adapters/hooks/hooks-path.ts'
import { whatAgentsAsk } from '../agents/named-agents.ts'
import { commandOf, type Project } from '../compose.ts'
import { here, quoted } from '../here.ts'
import { type InstallPlan, toDo } from '../install.ts'
import { paint } from '../io.ts'
import { isAgentsFile } from '../plan-agents.ts'
import type { Facts } from './facts.ts'

export interface Plan extends InstallPlan {
  /** The command that makes the config's import resolve. */
  dependency: string[] | null
  agents: readonly string[]
  /** Their settings are committed. */
  team: boolean
}

/** The files that would be touched, as people name them. */
export const describe = ({ paths }: Project, changes: readonly FileChange[]) =>
  toDo(changes).map(({ path, before, note }) => ({
    file: relative(paths.root, path),
    action: before === null ? 'write' : 'change',
    note,
  }))

/** What was found, and what is going to be done about it. */
export function preview(project: Project, facts: Facts, plan: Plan): string {
  const { bold, dim } = paint()
  const steps = [
    ...(plan.dependency ? [`run     ${plan.dependency.join(' ')}`] : []),
    ...describe(project, plan.changes).map(
      ({ file, action, note }) => `${action.padEnd(7)} ${file}${note ? dim(`  ${note}`) : ''}`,
    ),
    ...(plan.activation ? [`run     ${plan.activation.typed}`] : []),
    ...(plan.net === 'put' ? ['put     hooks for worktrees in the git directory'] : []),
    ...plan.leaving.map(({ path }) => `restore ${relative(project.paths.root, path)}`),
  ]
  const nothing = `Nothing to do: ${facts.config ?? 'everything'} and the hooks are in place.`
  return [
    `${bold('Found')}: ${seen(facts).join(' · ')}`,
    '',
    ...(steps.length > 0 ? [bold('To do'), ...steps.map(step => `  ${step}`)] : [nothing]),
  ].join('\n')
}

function seen(facts: Facts): string[] {
  return [
    `default branch ${facts.defaultBranch}`,
    facts.packageManager ? `${facts.packageManager} project` : 'no package.json',
    ...Object.entries(facts.scripts).flatMap(([name, script]) => (script ? [`${name} (${script})`] : [])),
    facts.agents.length > 0 ? `agents: ${facts.agents.join(', ')}` : 'no coding agent on PATH',
    ...(facts.hookManager ? [`hooks by ${facts.hookManager}`] : []),
  ]
}

export function whatNext(project: Project, facts: Facts, plan: Plan): string {
  const command = commandOf(project)
  const files = toCommit(project, plan)
  const others = facts.agents.filter(name => !plan.agents.includes(name))
  return [
    '',
    `${paint().green('Done.')} From now on every commit is reviewed in the background, and a push waits for its review.`,
    ...(files.length > 0
      ? [`  Commit the config:       git add ${files.join(' ')} && git commit -m "Add wingman"`]
      : []),
    ...(others.length > 0
      ? [`  Hand findings over:      ${command} install --agents ${others.join(',')}`]
      : []),
    `  See where things stand:  ${command} status`,
    `  Take it all back:        ${command} uninstall`,
    ...whatAgentsAsk(plan.agents).map(line => `  ${line}`),
  ].join('\n')
}

/** From where the person is. What git keeps beside the tree, as for a linked worktree or a submodule, is not there to be added. */
function toCommit({ paths }: Project, { changes, dependency, team }: Plan): string[] {
  const written = toDo(changes).map(({ path }) => path)
  const all = [...written, ...(dependency ? [join(paths.root, 'package.json')] : [])]
  const isShared = (path: string) =>
    isInside(paths.root, path) &&
    !isInside(paths.commonDir, path) &&
    (team || !isAgentsFile(paths, path)) &&
    !/^\.wingman\//.test(relative(paths.root, path))
  return [...new Set(all)].filter(isShared).map(path => quoted(relative(here(), path)))
}
