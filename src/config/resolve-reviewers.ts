import type { ResolvedModel, ResolvedReviewer } from '../domain/resolved-config.ts'
import { readCommand } from './commands.ts'
import { DEFAULTS } from './defaults.ts'
import { RULES } from './names.ts'
import { readPrompt } from './prompts.ts'
import type { ConfigDocument } from './schema.ts'
import { parseDuration } from './units.ts'

type Declared = NonNullable<ConfigDocument['reviewers']>[string]

export interface ResolvedReviewers {
  byName(name: string): ResolvedReviewer
  /** Every model of the config, whether a reviewer names it or not. */
  models: ResolvedModel[]
  /** The digest of each prompt file that was read, by its path. */
  prompts: ReadonlyMap<string, string>
}

/** Every reviewer with its model, its prompt's text and its units worked out. The document was checked before. */
export function resolveReviewers(document: ConfigDocument, root: string): ResolvedReviewers {
  const prompts = new Map<string, string>()
  const promptOf = (name: string) => {
    const prompt = readPrompt(root, name)
    if ('problem' in prompt) throw new Error(`${name} was there a moment ago: ${prompt.problem}`)
    if (prompt.file !== null) prompts.set(prompt.file, prompt.digest)
    return { kind: 'prompt' as const, name, text: prompt.text }
  }
  const commandOf = (name: string) => {
    const command = readCommand(root, name)
    if ('problem' in command) throw new Error(`${name} was there a moment ago: ${command.problem}`)
    prompts.set(command.file, command.digest)
    return { kind: 'command' as const, name, text: command.text }
  }
  const modelOf = (name: string): ResolvedModel => resolveModel(name, document.models)
  const parse = document.parse === undefined ? null : modelOf(document.parse)
  const lookups = { promptOf, commandOf, modelOf, parse }
  const resolved = new Map<string, ResolvedReviewer>([[RULES, rulesReviewer({})]])
  for (const [name, reviewer] of Object.entries(document.reviewers ?? {})) {
    resolved.set(name, resolveReviewer(name, reviewer, lookups))
  }
  const models = Object.keys(document.models ?? {}).map(modelOf)
  return { byName: name => known(resolved.get(name), name), models, prompts }
}

function resolveReviewer(name: string, reviewer: Declared, lookups: Lookups): ResolvedReviewer {
  const { promptOf, commandOf, modelOf } = lookups
  if ('run' in reviewer) {
    const { run, timeout } = reviewer
    return {
      kind: 'run',
      name,
      paths: pathsOf(reviewer),
      run,
      in: reviewer.in,
      timeoutMs: parseDuration(timeout) ?? 0,
    }
  }
  if (!('model' in reviewer)) return rulesReviewer(reviewer)
  return {
    kind: 'model',
    name,
    paths: pathsOf(reviewer),
    models: [reviewer.model].flat().map(modelOf),
    prompt: 'command' in reviewer ? commandOf(reviewer.command) : promptOf(reviewer.prompt),
    parse: reviewer.parse === undefined ? lookups.parse : modelOf(reviewer.parse),
    verify: reviewer.verify === undefined ? null : modelOf(reviewer.verify),
  }
}

interface Lookups {
  promptOf(name: string): Text
  commandOf(name: string): Text
  modelOf(name: string): ResolvedModel
  parse: ResolvedModel | null
}

type Text = Extract<ResolvedReviewer, { kind: 'model' }>['prompt']

const rulesReviewer = ({
  preset = DEFAULTS.rules.preset,
  rules = {},
}: Partial<RulesTuning>): ResolvedReviewer => ({
  kind: 'rules',
  name: RULES,
  paths: null,
  preset,
  rules,
})

type RulesTuning = Extract<Declared, { preset: string }>

/** With what it falls back on; that this comes to an end was checked before. */
function resolveModel(name: string, models: ConfigDocument['models']): ResolvedModel {
  const model = known(models?.[name], name)
  const fallback = model.fallback === undefined ? null : resolveModel(model.fallback, models)
  if ('agent' in model) {
    const { agent, effort, env = {} } = model
    return { name, fallback, agent, model: model.model ?? null, effort: effort ?? null, env }
  }
  const { api, baseUrl, keyEnv, maxOutput } = model
  return {
    name,
    fallback,
    api,
    model: model.model,
    baseUrl: baseUrl ?? null,
    keyEnv: keyEnv ?? null,
    maxOutput,
  }
}

const pathsOf = ({ paths }: { paths?: readonly string[] | undefined }): string[] | null =>
  paths ? [...paths] : null

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} passed the check and is not there`)
  return value
}
