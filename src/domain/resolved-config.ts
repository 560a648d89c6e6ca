import type { Reads } from './content-key.ts'
import type { Severity } from './finding.ts'
import type { Trigger } from './trigger.ts'

/**
 * The config after defaults, names and units were worked out: plain data, kept as JSON so that a hook can read it
 * without a config loader.
 */
export interface ResolvedConfig {
  enabled: boolean
  /** All that the config names, whoever asks them. */
  models: ResolvedModel[]
  /** In the order they run. */
  loops: ResolvedLoop[]
  gates: ResolvedGate[]
  attestations: { push: boolean; signed: boolean }
  context: ResolvedContext
  delivery: { at: ('next-prompt' | 'turn-end' | 'idle')[]; settleMs: number; reportTtlMs: number }
  fix: { by: string; whenNoSession: string }
  notify: { on: string[]; desktop: boolean; command: string | null }
  budget: ResolvedBudget
}

export interface ResolvedBudget {
  /** Dollars; null is no limit. */
  perReviewer: number | null
  perReview: number | null
  perDay: number | null
  /** Of models whose price is not known. */
  tokensPerReview: number
  tokensPerDay: number
}

export interface ResolvedLoop {
  name: string
  on: Trigger[]
  reviewers: ResolvedReviewer[]
  failOn: Severity
  maxRevisions: number
  reads: Reads
  /** The policy digest: of the threshold, the reviewers as resolved, prompts, models, rule set. Nothing else moves it. */
  policy: string
}

export type ResolvedReviewer = RulesReviewer | RunReviewer | ModelReviewer

interface ReviewerBase {
  name: string
  /** Globs of what it looks at; null is everything. */
  paths: string[] | null
}

export interface RulesReviewer extends ReviewerBase {
  kind: 'rules'
  preset: string
  /** Severity by rule id, `off` included. Rules not named have the preset's. */
  rules: Record<string, Severity | 'off'>
}

export interface RunReviewer extends ReviewerBase {
  kind: 'run'
  run: string
  in: 'tree' | 'worktree'
  timeoutMs: number
}

export interface ModelReviewer extends ReviewerBase {
  kind: 'model'
  models: ResolvedModel[]
  /** The prompt's name or path, and the text it stands for; of a command, what the base says counts, and this only tells that it changed. */
  prompt: { kind: 'prompt' | 'command'; name: string; text: string }
  /** Brings an answer in words into the shape of findings. */
  parse: ResolvedModel | null
  verify: ResolvedModel | null
}

export type ResolvedModel = AgentModel | HttpModel

interface ModelBase {
  name: string
  /** Asked when this one is out of quota, or not there. */
  fallback: ResolvedModel | null
}

export interface AgentModel extends ModelBase {
  agent: string
  model: string | null
  effort: string | null
  env: Record<string, string>
}

export interface HttpModel extends ModelBase {
  api: string
  model: string
  baseUrl: string | null
  keyEnv: string | null
  /** The most tokens of an answer. */
  maxOutput: number
}

export interface ResolvedGate {
  name: string
  branches: string[]
  remotes: string[]
  requires: string[]
  mode: 'block' | 'warn'
  whenMissing: GatePolicy
  whenStale: GatePolicy
  whenUnknown: GatePolicy
  whenPending: GatePolicy | 'wait'
  /** Who may open it once: somebody at a terminal who is no agent, or whoever asks. */
  exceptions: 'person' | 'anyone'
}

export type GatePolicy = 'block' | 'warn' | 'allow'

interface ResolvedContext {
  base: string | null
  intent: boolean
  task: boolean
  /** What the last review found. */
  earlier: boolean
  sessionLog: boolean
  files: string[]
  commands: Record<string, string>
  /** Globs of files that no reviewer is asked to look at; listed in the coverage as ignored. */
  ignore: string[]
  /** Of everything besides the diff, in one question. */
  tokens: number
  /** Of the diff, in one question. */
  diffTokens: number
}
