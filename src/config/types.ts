import type { Severity } from '../domain/finding.ts'
import type { Trigger } from '../domain/trigger.ts'

// Types inferred from zod lose their comments in the declarations, so what an editor shows is written out here. Tests
// prove that it says the same as the schema, sentence by sentence and type by type. Where a key chooses the shape, the other
// shapes forbid it (`?: undefined`): only then does an editor know which shape it is in, and whose comment to show.

export type AgentName = 'claude' | 'codex' | 'gemini' | 'opencode' | 'copilot' | 'cursor'
export type GatePolicy = 'block' | 'warn' | 'allow'

/** Who does the thinking: an agent CLI (`agent`) or an HTTP API (`api`). */
export type Model<ModelName extends string = string> =
  | AgentModel<ModelName>
  | AnthropicModel<ModelName>
  | OpenAiCompatibleModel<ModelName>

/** A model behind an agent CLI. */
export interface AgentModel<ModelName extends string = string> {
  /** The agent CLI that does the thinking; it must be on the PATH and logged in. */
  agent: AgentName
  /** The model, as that agent calls it, e.g. `haiku`. Without it: the agent's own default. */
  model?: string | undefined
  /** How hard it thinks, as that agent calls it, e.g. `high`. Without it: the agent's own default. */
  effort?: string | undefined
  /** Environment variables that the agent is started with. No secrets: this file is committed. */
  env?: Record<string, string> | undefined
  /** The name of the model that is asked when this one is out of quota, or not there. */
  fallback?: ModelName | undefined
  /** Not beside `agent`. */
  api?: undefined
}

/** A model behind Anthropic's HTTP API. */
export interface AnthropicModel<ModelName extends string = string> {
  /** Anthropic's HTTP API, without an agent. */
  api: 'anthropic'
  /** The model, as the API calls it, e.g. `claude-haiku-4-5`. */
  model: string
  /** Another address that speaks the same API. Without it: Anthropic's. */
  baseUrl?: string | undefined
  /**
   * The name of the environment variable that holds the key; never the key itself.
   * @default 'ANTHROPIC_API_KEY'
   */
  keyEnv?: string | undefined
  /**
   * The most tokens of an answer. What they cost is set aside before each call.
   * @default 16000
   */
  maxOutput?: number | undefined
  /** The name of the model that is asked when this one is out of quota, or not there. */
  fallback?: ModelName | undefined
  /** Not beside `api`. */
  agent?: undefined
}

/** A model behind an HTTP API in the dialect of OpenAI. */
export interface OpenAiCompatibleModel<ModelName extends string = string> {
  /** Any HTTP API that speaks the dialect of OpenAI: a local server, a gateway, OpenAI itself. */
  api: 'openai-compatible'
  /** The model, as the server calls it, e.g. `qwen3-coder`. */
  model: string
  /** Where it is, e.g. `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  /**
   * The name of the environment variable that holds the key; never the key itself. Without it: no key is
   * sent.
   */
  keyEnv?: string | undefined
  /**
   * The most tokens of an answer. What they cost is set aside before each call.
   * @default 16000
   */
  maxOutput?: number | undefined
  /** The name of the model that is asked when this one is out of quota, or not there. */
  fallback?: ModelName | undefined
  /** Not beside `api`. */
  agent?: undefined
}

/** A reviewer that is a command: types, tests, a linter. */
export interface RunReviewer {
  /** A command for the shell. It passes when it exits with 0, e.g. `npm run -s typecheck`. */
  run: string
  /**
   * Where it runs: `tree` is your own tree while it is exactly what is reviewed, `worktree` always a
   * checkout of its own.
   * @default 'tree'
   */
  in?: 'tree' | 'worktree' | undefined
  /**
   * After how long it is stopped, e.g. `90s` or `15m`; the review is then unknown, not clean.
   * @default '15m'
   */
  timeout?: string | undefined
  /** Globs of the files that it looks at, e.g. `src/auth/**`. Without them: every file of the change. */
  paths?: readonly string[] | undefined
  /** Not beside `run`. */
  model?: undefined
}

/** A reviewer that is a model with a prompt. */
export interface ModelReviewer<ModelName extends string = string> {
  /**
   * The name of a model, or several, which are asked side by side: what any of them finds counts, and all of them
   * must have answered.
   */
  model: ModelName | readonly ModelName[]
  /** Globs of the files that it looks at, e.g. `src/auth/**`. Without them: every file of the change. */
  paths?: readonly string[] | undefined
  /** The name of a model that tries to refute each finding; what it refutes does not count. */
  verify?: ModelName | undefined
  /**
   * The name of a model that brings an answer in words into the shape of findings. Without it: the one of the whole
   * config.
   */
  parse?: ModelName | undefined
  /**
   * What it looks for: the name of a built-in prompt, e.g. `correctness`, or a file, e.g.
   * `./review/security.md`.
   */
  prompt: string
  /** Not beside `prompt`. */
  command?: undefined
  /** Not beside `model`. */
  run?: undefined
}

/** A reviewer that is a model with a slash command or a skill of your coding agent. */
export interface CommandReviewer<ModelName extends string = string> {
  /**
   * The name of a model, or several, which are asked side by side: what any of them finds counts, and all of them
   * must have answered.
   */
  model: ModelName | readonly ModelName[]
  /** Globs of the files that it looks at, e.g. `src/auth/**`. Without them: every file of the change. */
  paths?: readonly string[] | undefined
  /** The name of a model that tries to refute each finding; what it refutes does not count. */
  verify?: ModelName | undefined
  /**
   * The name of a model that brings an answer in words into the shape of findings. Without it: the one of the whole
   * config.
   */
  parse?: ModelName | undefined
  /**
   * A slash command or a skill of your coding agent, e.g. `/review-task`: its text, as the base has it, is the
   * prompt, and the answer is in words, for `parse`.
   */
  command: string
  /** Not beside `command`. */
  prompt?: undefined
  /** Not beside `model`. */
  run?: undefined
}

/** Tunes the built-in rules. */
export interface RulesReviewer {
  /**
   * The set of built-in rules to start from.
   * @default 'recommended'
   */
  preset?: 'recommended' | 'strict' | 'security' | undefined
  /** A rule's severity, or `off`, by its name, e.g. `{ 'focused-test': 'off' }`. */
  rules?: Record<string, Severity | 'off'> | undefined
  /** The built-in rules are no command. */
  run?: undefined
  /** The built-in rules need no model. */
  model?: undefined
}

/** A stage of a review. */
export interface Loop<ReviewerName extends string = string> {
  /**
   * What starts it.
   * @default ['post-commit', 'explicit']
   */
  on?: readonly Trigger[] | undefined
  /** The names of its reviewers. `rules` is built in. */
  reviewers: readonly ReviewerName[]
  /**
   * The least severe finding that the loop does not pass with.
   * @default 'critical'
   */
  failOn?: Severity | undefined
  /**
   * How often the agent is sent back before a person is asked.
   * @default 3
   */
  maxRevisions?: number | undefined
}

/** Decides whether commits may leave this machine. */
export interface Gate<LoopName extends string = string> {
  /**
   * Globs of the branches it guards, as they are called at the remote, e.g. `release/*`; a later `!wip/**` takes away again. Without them: all.
   * @default ['**']
   */
  branches?: readonly string[] | undefined
  /**
   * Globs of the names of the remotes it guards, e.g. `origin`, under whatever other name their address has here; a later `!fork` takes away again. Without them: all.
   * @default ['**']
   */
  remotes?: readonly string[] | undefined
  /** The names of the loops that must have passed. */
  requires: readonly LoopName[]
  /**
   * `warn` only ever says what it would have blocked: for trying it out.
   * @default 'block'
   */
  mode?: 'block' | 'warn' | undefined
  /**
   * A commit that was never reviewed.
   * @default 'block'
   */
  whenMissing?: GatePolicy | undefined
  /**
   * A review of other content, or under a policy that has changed since.
   * @default 'block'
   */
  whenStale?: GatePolicy | undefined
  /**
   * A review that could not decide: a reviewer failed, timed out or did not see everything.
   * @default 'block'
   */
  whenUnknown?: GatePolicy | undefined
  /**
   * A review that is still running; `wait` waits for its answer.
   * @default 'wait'
   */
  whenPending?: GatePolicy | 'wait' | undefined
  /**
   * Who may open it once with `wingman gate allow`: a `person` at a terminal, or `anyone`, agents and scripts
   * included.
   * @default 'person'
   */
  exceptions?: 'person' | 'anyone' | undefined
}

/** How approvals are carried to other machines. */
export interface Attestations {
  /**
   * Whether the approvals that a push relied on are pushed beside it, so that `wingman verify` finds them elsewhere.
   * @default false
   */
  push?: boolean | undefined
  /**
   * Whether they are signed with your own git key, as git is configured (`gpg.format`).
   * @default false
   */
  signed?: boolean | undefined
}

/** What a model sees besides the diff. */
export interface Context {
  /** What the change is compared with, e.g. `origin/main`. Without it: the upstream or the default branch. */
  base?: string | undefined
  /**
   * What the person asked the agent for.
   * @default true
   */
  intent?: boolean | undefined
  /**
   * The task at hand, with its acceptance criteria.
   * @default true
   */
  task?: boolean | undefined
  /**
   * The agent's own log of the session; long, and it tends to convince the reviewer.
   * @default false
   */
  sessionLog?: boolean | undefined
  /**
   * Files that a model should know besides the change, e.g. `AGENTS.md`.
   * @default []
   */
  files?: readonly string[] | undefined
  /**
   * What the last review of the branch found, and what became of it.
   * @default true
   */
  earlier?: boolean | undefined
  /**
   * Commands whose output a model should know, by name, e.g. `{ lint: 'npm run -s lint' }`.
   * @default {}
   */
  commands?: Record<string, string> | undefined
  /**
   * Globs of files that no reviewer is asked to look at, e.g. `dist/**`. Every review lists what was left
   * out.
   * @default []
   */
  ignore?: readonly string[] | undefined
  /**
   * How many tokens all that stands besides the diff may take in one question; each part has its share.
   * @default 12000
   */
  tokens?: number | undefined
  /**
   * How many tokens of the diff are put into one question. A larger change goes out in several, whole.
   * @default 15000
   */
  diffTokens?: number | undefined
}

/** How findings reach the agent. */
export interface Delivery {
  /**
   * When the agent is told what was found.
   * @default ['next-prompt']
   */
  at?: readonly ('next-prompt' | 'turn-end' | 'idle')[] | undefined
  /**
   * How long an active agent must pause before a review starts, e.g. `10s`; never more than a minute in all.
   * @default '10s'
   */
  settle?: string | undefined
  /**
   * How long `.wingman/REVIEW.md` stays, e.g. `1h`. Then the file is removed; what was found stays open in the record.
   * @default '1h'
   */
  reportTtl?: string | undefined
}

/** Who fixes what was found. */
export interface Fix<ModelName extends string = string> {
  /**
   * Who fixes: `session` (the agent that wrote it), the name of a model, or `nothing`.
   * @default 'session'
   */
  by?: 'session' | 'nothing' | ModelName | undefined
  /**
   * Who fixes when that session has ended: `resume` (wakes it up), the name of a model, or `nothing`.
   * @default 'nothing'
   */
  whenNoSession?: 'resume' | 'nothing' | ModelName | undefined
}

/** When a person is needed. */
export interface Notify {
  /**
   * What a person is told about.
   * @default ['blocked', 'rejected', 'failed']
   */
  on?: readonly ('blocked' | 'rejected' | 'failed')[] | undefined
  /**
   * Through a notification of the desktop.
   * @default false
   */
  desktop?: boolean | undefined
  /** Through a command, which is given the notice as JSON on its standard input. */
  command?: string | undefined
}

/** What models may cost. */
export interface Budget {
  /** What one review may cost, e.g. `$0.50`. Without it: no limit. */
  perReview?: string | undefined
  /** What all reviews of a day may cost, e.g. `$10`. Without it: no limit. */
  perDay?: string | undefined
  /** What one reviewer may cost in one review, e.g. `$0.25`. Without it: no limit. */
  perReviewer?: string | undefined
  /**
   * How many tokens one review may take of models whose price is not known.
   * @default 2000000
   */
  tokensPerReview?: number | undefined
  /**
   * How many tokens all reviews of a day may take of models whose price is not known.
   * @default 20000000
   */
  tokensPerDay?: number | undefined
}

/** What looks at a change: a command (`run`), a model (`model`), or, under the name `rules`, the tuning of the built-in rules. */
export type Reviewer<ModelName extends string = string> =
  | RunReviewer
  | ModelReviewer<ModelName>
  | CommandReviewer<ModelName>
  | RulesReviewer

/** The shape that a reviewer of this name can have. */
export type ReviewerNamed<Name extends string, ModelName extends string> = Name extends 'rules'
  ? RulesReviewer
  : 'rules' extends Name
    ? Reviewer<ModelName>
    : RunReviewer | ModelReviewer<ModelName> | CommandReviewer<ModelName>

/** The configuration of wingman. Names refer to names, and a wrong one is an error where it is written. */
export interface WingmanConfig<
  ModelName extends string = string,
  ReviewerName extends string = string,
  LoopName extends string = string,
> {
  /** Where an editor finds the JSON Schema of this file. wingman ignores it. */
  $schema?: string | undefined
  /**
   * `false` switches wingman off for everyone who uses this config.
   * @default true
   */
  enabled?: boolean | undefined
  /** Who does the thinking, by name. */
  models?: { [Name in ModelName]: Model<NoInfer<ModelName>> } | undefined
  /**
   * The name of a model, best a cheap one, that brings answers in words into the shape of findings. Without it, such
   * an answer decides nothing.
   */
  parse?: NoInfer<ModelName> | undefined
  /** What is looked at, and by whom, by name. `rules` is built in; an entry of that name tunes it. */
  reviewers?: { [Name in ReviewerName]: ReviewerNamed<Name, NoInfer<ModelName>> } | undefined
  /** The stages of a review, by name. They run in this order; each starts only if the one before passed. */
  loops: { [Name in LoopName]: Loop<NoInfer<ReviewerName> | 'rules'> }
  /** What may leave this machine, by name. Without a gate nothing is blocked. */
  gates?: Record<string, Gate<NoInfer<LoopName>>> | undefined
  /** How approvals are carried to other machines. */
  attestations?: Attestations | undefined
  /** What a model sees besides the diff. */
  context?: Context | undefined
  /** How findings reach the agent. */
  delivery?: Delivery | undefined
  /** Who fixes what was found. */
  fix?: Fix<NoInfer<ModelName>> | undefined
  /** When a person is needed. */
  notify?: Notify | undefined
  /** What models may cost. */
  budget?: Budget | undefined
}
