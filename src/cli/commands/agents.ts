import { inTurns } from '../../adapters/reviewers/model/in-turns.ts'
import { agentLines, askingWords, checkHint, modelLines, triedLine } from '../../agent-messages.ts'
import type { ResolvedModel } from '../../domain/resolved-config.ts'
import { lookForAgents, type SeenAgent } from '../agents/look-for-agents.ts'
import { type Tried, tryModel } from '../agents/try-model.ts'
import { commandOf, openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'
import { findConfig } from '../use-config.ts'

export interface AgentsOptions {
  check?: boolean
  json?: boolean
}

/** `wingman agents list`: who could review here; with `--check` each of them is asked whether it answers. */
export async function agentsList({ check = false, json = false }: AgentsOptions): Promise<number> {
  const project = openProject()
  const config = await findConfig(project)
  const signal = interruption()
  const found = await lookForAgents(project.paths.root, signal)
  const models = (config?.models ?? []).map(model => ({ model, problem: problemOf(model, found) }))
  if (!json) print([...agentLines(found, paint()), '', ...modelLines(models, paint())].join('\n'))
  const asked = check
    ? askedOf(
        models.map(({ model }) => model),
        found,
      )
    : []
  if (!json && check) print(`\n${askingWords(asked.map(({ name }) => name))}`)
  const budget = config?.budget ?? null
  const tried = await inTurns(asked, async model => {
    const one = await tryModel({ project, budget, signal }, model)
    if (!json) print(triedLine(one, paint()))
    return one
  })
  if (json) printJson({ version: 1, agents: found, models: models.map(asData), tried: check ? tried : null })
  else if (!check) print(`\n${paint().dim(checkHint(commandOf(project)))}`)
  return signal.aborted ? EXIT.interrupted : exitFor(tried)
}

const exitFor = (tried: readonly Tried[]): number =>
  tried.some(({ answers }) => answers === 'no') ? EXIT.undecided : EXIT.fine

/** What can be told without asking. */
function problemOf(model: ResolvedModel, found: readonly SeenAgent[]): string | null {
  if ('agent' in model) {
    const agent = found.find(({ name }) => name === model.agent)
    return agent?.program ? null : `\`${model.agent}\` is not here`
  }
  const { keyEnv } = model
  return keyEnv === null || process.env[keyEnv] ? null : `the environment variable ${keyEnv} is not set`
}

/** Every model of the config, and every agent that is here and that none of them names. */
function askedOf(models: readonly ResolvedModel[], found: readonly SeenAgent[]): ResolvedModel[] {
  const named = models.flatMap(model => ('agent' in model ? [model.agent] : []))
  const others = found.filter(({ name, program }) => program !== null && !named.includes(name))
  return [...models, ...others.map(({ name }) => byDefault(name))]
}

const byDefault = (agent: string): ResolvedModel => ({
  ...{ name: agent, fallback: null, agent, model: null, effort: null, env: {} },
})

/** Without the variables that an agent is started with: the config says that none of them is a secret, and may be wrong. */
function asData({ model, problem }: { model: ResolvedModel; problem: string | null }) {
  const { name, fallback, ...rest } = model
  const { env: _, ...facts } = 'env' in rest ? rest : { ...rest, env: {} }
  return { name, ...facts, fallback: fallback?.name ?? null, problem }
}

function interruption(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
