import * as z from 'zod'
import { DEFAULTS } from './defaults.ts'
import { ENV_NAME, envName, pattern, text, URL_START } from './schema-parts.ts'

const fallback = () =>
  text()
    .optional()
    .describe('The name of the model that is asked when this one is out of quota, or not there.')

const maxOutput = () =>
  z
    .int()
    .min(1)
    .default(DEFAULTS.api.maxOutput)
    .describe('The most tokens of an answer. What they cost is set aside before each call.')

const AGENTS = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'] as const

export const agentModelSchema = z.strictObject({
  agent: z
    .enum(AGENTS)
    .describe('The agent CLI that does the thinking; it must be on the PATH and logged in.'),
  model: text()
    .optional()
    .describe("The model, as that agent calls it, e.g. `haiku`. Without it: the agent's own default."),
  effort: text()
    .optional()
    .describe(
      "How hard it thinks, as that agent calls it, e.g. `high`. Without it: the agent's own default.",
    ),
  env: z
    .record(pattern(ENV_NAME), z.string())
    .optional()
    .describe('Environment variables that the agent is started with. No secrets: this file is committed.'),
  fallback: fallback(),
})

export const anthropicModelSchema = z.strictObject({
  api: z.literal('anthropic').describe("Anthropic's HTTP API, without an agent."),
  model: text().describe('The model, as the API calls it, e.g. `claude-haiku-4-5`.'),
  baseUrl: pattern(URL_START)
    .optional()
    .describe("Another address that speaks the same API. Without it: Anthropic's."),
  keyEnv: envName()
    .default(DEFAULTS.anthropic.keyEnv)
    .describe('The name of the environment variable that holds the key; never the key itself.'),
  maxOutput: maxOutput(),
  fallback: fallback(),
})

export const openAiModelSchema = z.strictObject({
  api: z
    .literal('openai-compatible')
    .describe('Any HTTP API that speaks the dialect of OpenAI: a local server, a gateway, OpenAI itself.'),
  model: text().describe('The model, as the server calls it, e.g. `qwen3-coder`.'),
  baseUrl: pattern(URL_START).describe('Where it is, e.g. `http://127.0.0.1:11434/v1`.'),
  keyEnv: envName()
    .optional()
    .describe(
      'The name of the environment variable that holds the key; never the key itself. Without it: no key is sent.',
    ),
  maxOutput: maxOutput(),
  fallback: fallback(),
})

export const modelSchema = z.union([agentModelSchema, anthropicModelSchema, openAiModelSchema])
