import type { AgentModel, HttpModel, ModelReviewer } from '../../src/domain/resolved-config.ts'

/** Models and reviewers as the config resolves them, with what a test does not care about filled in. */

export const agentModel = (more: Partial<AgentModel> = {}): AgentModel => ({
  name: 'fast',
  fallback: null,
  agent: 'claude',
  model: 'haiku',
  effort: null,
  env: {},
  ...more,
})

export const httpModel = (baseUrl: string, more: Partial<HttpModel> = {}): HttpModel => ({
  name: 'local',
  fallback: null,
  api: 'openai-compatible',
  model: 'qwen3-coder',
  baseUrl,
  keyEnv: null,
  maxOutput: 16_000,
  ...more,
})

export const modelReviewerOf = (more: Partial<ModelReviewer> = {}): ModelReviewer => ({
  kind: 'model',
  name: 'correctness',
  paths: null,
  models: [agentModel()],
  prompt: { kind: 'prompt', name: 'correctness', text: 'Look for defects.' },
  parse: null,
  verify: null,
  ...more,
})
