import { join } from 'node:path'
import { applyChange, plainChange, textAt } from '../../adapters/hooks/file-change.ts'
import { gitHost } from '../../adapters/hooks/hosts/git.ts'
import { remember } from '../../adapters/hooks/manifest.ts'
import { namesIn } from '../agents/named-agents.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { addDependency, dependencyCommand } from '../init/add-dependency.ts'
import { askForAgents } from '../init/ask-for-agents.ts'
import { askForHost } from '../init/ask-for-host.ts'
import { type Facts, lookAround } from '../init/facts.ts'
import { describe, type Plan, preview, whatNext } from '../init/preview.ts'
import { scaffold } from '../init/scaffold.ts'
import { adopt, planInstall, refuseHalf, runtimeFor, toDo } from '../install.ts'
import { canAsk, paint, print, printJson } from '../io.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { resolveAndKeep } from '../resolve-config.ts'

export interface InitOptions {
  yes?: boolean
  dryRun?: boolean
  agents?: string
  team?: boolean
  host?: string | undefined
  prepare?: boolean
  force?: boolean
  json?: boolean
}

/** `wingman init`: looks at the repository, says what it is going to do, and does it. */
export async function init(given: InitOptions): Promise<number> {
  const project = openProject()
  const facts = await lookAround(project)
  const host = await askForHost(project, facts, given)
  if (host === null) return EXIT.interrupted
  const agents = await askForAgents(project, facts, given)
  if (agents === null) return EXIT.interrupted
  const options = { ...given, host, agents }
  const plan = await planFor(project, facts, options).catch(onceMore(project, facts, options))
  if (!plan.dependency) runtimeFor(project.paths.root)
  if (options.json) printJson(await documentFor(project, facts, plan, options))
  else print(preview(project, facts, plan))
  if (options.dryRun) return options.json ? EXIT.fine : showFiles(project, plan)
  const isNews = plan.dependency !== null || toDo(plan.changes).length > 0
  const answer = isNews && canAsk() && !options.yes && !options.json ? await agreed() : 'yes'
  if (answer !== 'yes') return answer === 'no' ? EXIT.fine : EXIT.interrupted

  await refuseHalf(project, plan.changes)
  await addDependency(project, plan.dependency)
  if (isWithoutHooks(options)) return writeConfig(project, plan, options)
  // The package manager has written package.json since, or somebody else has installed.
  await oneAtATime(project, async () => adopt(project, await planFor(project, facts, options)))
  await resolveAndKeep(project)
  if (isNews && !options.json) print(whatNext(project, facts, plan))
  return EXIT.fine
}

/** Whoever looks while somebody else installs may see half of it, and no way to go on: so again when nobody does. */
const onceMore = (project: Project, facts: Facts, options: InitOptions) => (error: unknown) => {
  if (options.dryRun) throw error
  return oneAtATime(project, () => planFor(project, facts, options))
}

/** As `install`: whoever builds in CI has no use for hooks. */
const isWithoutHooks = ({ force }: InitOptions): boolean => Boolean(process.env.CI) && !force

async function writeConfig(project: Project, { changes }: Plan, { json }: InitOptions): Promise<number> {
  await remember(project.at.installed, changes)
  for (const change of changes) await applyChange(change)
  if (!json) print('\nIn CI no hooks are installed (use --force to do it anyway).')
  return EXIT.fine
}

/** With whole texts for whoever only wants to look. */
async function documentFor(project: Project, facts: Facts, plan: Plan, { dryRun }: InitOptions) {
  const { changeTexts } = await import('../show-changes.ts')
  const texts = toDo(plan.changes).map(change => (dryRun ? changeTexts(project.paths.root, change) : {}))
  const files = describe(project, plan.changes).map((file, at) => ({ ...file, ...texts[at] }))
  return { version: 1, facts, dependency: plan.dependency, files }
}

async function showFiles({ paths }: Project, plan: Plan): Promise<number> {
  const { showChanges } = await import('../show-changes.ts')
  const changes = toDo(plan.changes)
  if (changes.length > 0) print(`\n${showChanges(paths.root, changes, paint())}`)
  return EXIT.fine
}

async function planFor(project: Project, facts: Facts, options: InitOptions): Promise<Plan> {
  const agents = namesIn(options.agents)
  const config = scaffold(facts)
  const path = join(project.paths.root, config.file)
  const written = facts.config ? [] : [plainChange(path, await textAt(path), config.text)]
  if (isWithoutHooks(options)) {
    const dependency = dependencyCommand(facts, project)
    return { ...NO_HOOKS, changes: written, dependency, agents: [], team: false }
  }
  const { changes, ...install } = await planInstall(project, {
    agents,
    team: options.team,
    host: options.host,
    prepare: options.prepare,
  })
  return {
    ...install,
    changes: [...written, ...changes],
    dependency: dependencyCommand(facts, project),
    agents,
    team: options.team ?? false,
  }
}

const NO_HOOKS = { host: gitHost, named: null, activation: null, net: null, leaving: [], stale: [] }

async function agreed(): Promise<'yes' | 'no' | 'stopped'> {
  const { confirm, isCancel } = await import('@clack/prompts')
  const answer = await confirm({ message: 'Go ahead?' })
  if (answer === true) return 'yes'
  print('Nothing was written.')
  return isCancel(answer) ? 'stopped' : 'no'
}
