import { foldersOutside } from '../adapters/agents/find-program.ts'
import { agentNamed, agents } from '../adapters/agents/index.ts'
import { didYouMean } from '../config/did-you-mean.ts'
import { policyDigest } from '../config/policy.ts'
import { readPrompt } from '../config/prompts.ts'
import type { ModelReviewer, ResolvedConfig, ResolvedModel } from '../domain/resolved-config.ts'
import type { ByHand } from '../engine/start-run.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'
import { canAsk } from './io.ts'

export interface ByHandOptions {
  /** `true` when no name was given. */
  agent?: string | true
  model?: string
  focus?: string
  json?: boolean
}

/** One run with a model, or with a question, that the config does not name. */
export async function byHand(
  { paths }: Project,
  config: ResolvedConfig,
  options: ByHandOptions,
): Promise<ByHand | 'cancelled'> {
  const { model, focus = null } = options
  if (focus !== null && focus.trim() === '')
    throw usage('`--focus` needs words.', 'For example `--focus "the locking"`.')
  const chosen = await chooseModel(config, { ...options, root: paths.root })
  if (chosen === 'cancelled') return chosen
  const asked = model === undefined ? chosen : { ...chosen, model }
  const reviewer: ModelReviewer = {
    kind: 'model',
    name: asked.name,
    paths: null,
    models: [asked],
    prompt: correctness(paths.root),
    parse: modelReviewers(config).find(({ parse }) => parse !== null)?.parse ?? null,
    verify: null,
  }
  const loop = { failOn: 'critical' as const, reviewers: [reviewer] }
  // What was asked belongs to it: another question is another loop, and none of them is one that a gate knows.
  const policy = policyDigest({
    loop,
    ruleSet: null,
    ignore: [...config.context.ignore, `by hand: ${focus ?? ''}`],
  })
  return { loops: [{ name: 'by-hand', on: [], ...loop, maxRevisions: 0, reads: 'diff', policy }], focus }
}

function correctness(root: string): ModelReviewer['prompt'] {
  const read = readPrompt(root, 'correctness')
  if ('problem' in read) throw new Error(read.problem)
  return { kind: 'prompt', name: 'correctness', text: read.text }
}

const modelReviewers = (config: ResolvedConfig): ModelReviewer[] =>
  config.loops.flatMap(({ reviewers }) => reviewers.filter(one => one.kind === 'model'))

/** By the name of a model in the config, by that of an agent; else the only one there is, or the one that a person picks. */
async function chooseModel(
  config: ResolvedConfig,
  { agent, json, root }: ByHandOptions & { root: string },
): Promise<ResolvedModel | 'cancelled'> {
  const known = config.models
  if (typeof agent === 'string') return known.find(({ name }) => name === agent) ?? agentModel(agent, known)
  const [only, ...others] = known
  if (only && others.length === 0) return only
  const mayAsk = !json && canAsk() && !process.env.ACCESSIBLE
  const offered = mayAsk ? (only ? known : await agentsOnPath(root)) : []
  if (offered.length > 0) return pick(offered)
  const names = known.map(({ name }) => name).join(', ')
  throw usage(
    names === '' ? 'The config names no model.' : `The config names several models: ${names}.`,
    'Say which: `--agent <name>`, where an agent such as `claude` does as well.',
  )
}

function agentModel(name: string, known: readonly ResolvedModel[]): ResolvedModel {
  if (agentNamed(name)) return byItsOwnSettings(name)
  const names = [...known.map(model => model.name), ...Object.keys(agents)]
  throw usage(
    `There is no agent or model \`${name}\`.`,
    `Known: ${[...new Set(names)].join(', ')}.${didYouMean(name, names)}`,
  )
}

const byItsOwnSettings = (agent: string): ResolvedModel => ({
  ...{ name: agent, fallback: null, agent, model: null, effort: null, env: {} },
})

async function agentsOnPath(root: string): Promise<ResolvedModel[]> {
  const path = await foldersOutside(root)
  const found = await Promise.all(
    Object.values(agents).map(async ({ name, detect }) => ((await detect(path)) ? [name] : [])),
  )
  return found.flat().map(byItsOwnSettings)
}

async function pick(known: readonly ResolvedModel[]): Promise<ResolvedModel | 'cancelled'> {
  const { isCancel, select } = await import('@clack/prompts')
  const options = known.map(model => ({
    value: model.name,
    label: model.name,
    hint: ['agent' in model ? (model.agent === model.name ? '' : model.agent) : model.api, model.model]
      .filter(Boolean)
      .join(' '),
  }))
  const answer = await select({ message: 'Who is to review?', options })
  const picked = known.find(({ name }) => name === answer)
  return isCancel(answer) || !picked ? 'cancelled' : picked
}

const usage = (message: string, hint: string): WingmanError =>
  new WingmanError({ code: 'E_USAGE', message, hint })
