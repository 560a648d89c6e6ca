import type * as z from 'zod'
import { RULES } from './names.ts'
import type { ConfigPath } from './position.ts'
import {
  attestationsSchema,
  budgetSchema,
  configSchema,
  contextSchema,
  deliverySchema,
  fixSchema,
  gateSchema,
  loopSchema,
  notifySchema,
} from './schema.ts'
import { agentModelSchema, anthropicModelSchema, openAiModelSchema } from './schema-models.ts'
import {
  commandReviewerSchema,
  modelReviewerSchema,
  rulesReviewerSchema,
  runReviewerSchema,
} from './schema-reviewers.ts'

/** Which shape an entry of `models` or `reviewers` was meant to have, as its key tells; null if no key does. */
export function chosenShape([section, name]: ConfigPath, value: unknown): z.ZodObject | null {
  if (section === 'reviewers') {
    if (name === RULES) return rulesReviewerSchema
    if (has(value, 'run')) return runReviewerSchema
    if (!has(value, 'model')) return null
    return has(value, 'command') ? commandReviewerSchema : modelReviewerSchema
  }
  if (has(value, 'agent')) return agentModelSchema
  if (!has(value, 'api')) return null
  return value.api === 'openai-compatible' ? openAiModelSchema : anthropicModelSchema
}

/** The options that are known at a place. */
export function optionsAt(path: ConfigPath, value: unknown): string[] {
  const [section] = path
  const shape = section === undefined ? configSchema : (SECTIONS[section] ?? chosenShape(path, value))
  return Object.keys(shape?.shape ?? {})
}

const SECTIONS: Record<string, z.ZodObject> = {
  loops: loopSchema,
  gates: gateSchema,
  context: contextSchema,
  delivery: deliverySchema,
  fix: fixSchema,
  notify: notifySchema,
  attestations: attestationsSchema,
  budget: budgetSchema,
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
}
