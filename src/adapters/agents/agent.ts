import type { AgentName } from '../../domain/agent-name.ts'
import type { Cost, ReviewerState } from '../../domain/outcome.ts'

/** A coding agent's CLI, as a reviewer that can read and nothing else. */
export interface Agent {
  name: AgentName
  /** What people call it. */
  title: string
  /** What to type to get it. */
  hint: string
  /** Its program among these folders, absolute; null when it is not there. */
  detect(path: readonly string[]): Promise<string | null>
  review(task: AgentTask): Promise<AgentAnswer>
}

export interface AgentTask {
  program: string
  /** Folders that are safe to start programs from: none of them belongs to the repository. */
  path: readonly string[]
  /** Plain files, without git and without agents' configuration. */
  dir: string
  prompt: string
  /** The JSON Schema of the answer. */
  schema: Readonly<Record<string, unknown>>
  model: string | null
  effort: string | null
  env: Readonly<Record<string, string>>
  /** All in all, where there is no stream. */
  timeoutMs: number
  /** Without a sign, where there is a stream. */
  silenceMs: number
  maxDollars: number
  signal: AbortSignal
  /** What it does now, for whoever watches. */
  notice: (progress: AgentProgress) => void
}

export interface AgentProgress {
  /** The last thing it said or looked at, as one plain line. */
  line?: string
  /** What it has used so far. */
  cost?: Cost
}

/**
 * Failures look like results. `answer` is what the model said, not yet checked; `prose` is an answer without a shape,
 * which another model may bring into one: no verdict is read out of it.
 */
export type AgentAnswer =
  | { state: 'prose'; text: string; cost: Cost | null; output: string }
  | { state: 'done'; answer: unknown; cost: Cost | null; output: string }
  | {
      state: Exclude<ReviewerState, 'done'>
      reason: string
      cost: Cost | null
      output: string
      /** Whether a model was at it, and so cost something, where the state does not tell. */
      worked?: boolean
    }
