import type { ResolvedModel, ResolvedReviewer } from '../domain/resolved-config.ts'
import { DEFAULTS } from './defaults.ts'
import { RULES } from './names.ts'
import { readPrompt } from './prompts.ts'
import type { ConfigDocument } from './schema.ts'
import { parseDuration } from './units.ts'

type Declared = NonNullable<ConfigDocument['reviewers']>[string]

export interface ResolvedReviewers {
  byName(name: string): ResolvedReviewer
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
    return { name, text: prompt.text }
  }
  const modelOf = (name: string) => resolveModel(name, known(document.models?.[name], name))
  const resolved = new Map<string, ResolvedReviewer>([[RULES, rulesReviewer({})]])
  for (const [name, reviewer] of Object.entries(document.reviewers ?? {})) {
    resolved.set(name, resolveReviewer(name, reviewer, { promptOf, modelOf }))
  }
  return { byName: name => known(resolved.get(name), name), prompts }
}

function resolveReviewer(name: string, reviewer: Declared, { promptOf, modelOf }: Lookups): ResolvedReviewer {
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
    prompt: promptOf(reviewer.prompt),
    verify: reviewer.verify === undefined ? null : modelOf(reviewer.verify),
  }
}

interface Lookups {
  promptOf(name: string): { name: string; text: string }
  modelOf(name: string): ResolvedModel
}

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

function resolveModel(name: string, model: NonNullable<ConfigDocument['models']>[string]): ResolvedModel {
  if ('agent' in model) {
    const { agent, effort, env = {} } = model
    return { name, agent, model: model.model ?? null, effort: effort ?? null, env }
  }
  const { api, baseUrl, keyEnv } = model
  return { name, api, model: model.model, baseUrl: baseUrl ?? null, keyEnv: keyEnv ?? null }
}

const pathsOf = ({ paths }: { paths?: readonly string[] | undefined }): string[] | null =>
  paths ? [...paths] : null

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} passed the check and is not there`)
  return value
}
