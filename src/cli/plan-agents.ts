import { dirname, join, relative } from 'node:path'
import type { RepositoryPaths } from '../adapters/git/locate.ts'
import type { AgentSettings } from '../adapters/hooks/agents/agent-settings.ts'
import { allSettings, filesOf, settingsNamed } from '../adapters/hooks/agents/index.ts'
import { withExcluded, withoutExcluded } from '../adapters/hooks/exclude-block.ts'
import { type FileChange, isLink, plainChange, textAt } from '../adapters/hooks/file-change.ts'
import { hookScript } from '../adapters/hooks/templates.ts'
import { WingmanError } from '../errors.ts'
import { agentHooks } from './agents/agent-hooks.ts'
import type { Project } from './compose.ts'

/**
 * Hooks in agents' settings, and the script that they start. Agents that have ours already get that script alone: another text in
 * their settings would have them ask their person again.
 */
export async function planAgents(
  project: Project,
  names: readonly string[],
  { team }: { team: boolean },
): Promise<FileChange[]> {
  const wanted = [...new Set(names)].map(named)
  const settings = await Promise.all(wanted.map(agent => planSettings(project, agent, team)))
  const isNeeded = wanted.length > 0 || (await agentHooks(project)).length > 0
  return [
    ...settings,
    ...(team ? [] : await planExclude(project, wanted)),
    ...(isNeeded ? [await planScript(project)] : []),
  ]
}

function named(name: string): AgentSettings {
  const found = settingsNamed(name)
  if (found) return found
  const names = allSettings().map(agent => agent.name)
  throw new WingmanError({
    code: 'E_USAGE',
    message: `No hooks for \`${name}\`.`,
    hint: `There are hooks for ${names.join(', ')}. Reviews, REVIEW.md and the gate work with every agent.`,
  })
}

async function planSettings(
  { paths }: Project,
  agent: AgentSettings,
  isForTeam: boolean,
): Promise<FileChange> {
  const file = isForTeam ? agent.team : agent.own
  const path = join(paths.root, file)
  await refuseLinks(paths.root, path)
  const before = await textAt(path)
  const original = before === null ? null : agent.withoutOurs(before)
  return {
    ...plainChange(path, before, agent.withOurs(before, file)),
    // A file that was ours alone goes.
    original: original === '' && before !== '' ? null : original,
    note: `hooks that hand findings to ${agent.title}`,
    holdsOurs: before !== null && original !== before,
  }
}

async function planScript({ at }: Project): Promise<FileChange> {
  const path = join(at.reportFolder, 'agent-hook')
  const before = await textAt(path)
  return { ...plainChange(path, before, hookScript('agent.sh')), original: null, holdsOurs: before !== null }
}

/** What git does not know yet stays out of `git add -A`. What is committed is everybody's, and is changed for all. */
async function planExclude(project: Project, wanted: readonly AgentSettings[]): Promise<FileChange[]> {
  const files = wanted.map(({ own }) => own)
  const unknown = (
    await Promise.all(files.map(async file => ((await isPassedOver(project, file)) ? [] : [file])))
  ).flat()
  if (unknown.length === 0) return []
  const path = join(project.paths.commonDir, 'info', 'exclude')
  const before = await textAt(path)
  const after = withExcluded(before, unknown)
  const original = before === null ? null : withoutExcluded(before)
  return [{ ...plainChange(path, before, after), original, note: 'for this clone alone' }]
}

/** By git's own answer: it is tracked, or ignored already by something of theirs. */
async function isPassedOver({ door }: Project, file: string): Promise<boolean> {
  if ((await door.code(['ls-files', '--error-unmatch', '--', file])) === 0) return true
  return (await door.code(['check-ignore', '-q', '--', file])) === 0
}

/** Not a file of git's hooks: what an agent reads, and what keeps it out of commits. */
export const isAgentsFile = ({ root, commonDir }: RepositoryPaths, path: string): boolean =>
  path === join(commonDir, 'info', 'exclude') ||
  allSettings().flatMap(filesOf).includes(relative(root, path).replaceAll('\\', '/'))

async function refuseLinks(root: string, path: string): Promise<void> {
  for (let part = path; part !== root; part = dirname(part)) if (await isLink(part)) throw linked(part)
}

function linked(path: string): WingmanError {
  return new WingmanError({
    code: 'E_SETTINGS',
    message: `${path} is a symbolic link. What it leads to may be shared with others, so no hook was added to it.`,
    hint: 'Put a file in its place, then run `wingman install --agents` again.',
  })
}
