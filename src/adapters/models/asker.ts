import type { ResolvedModel } from '../../domain/resolved-config.ts'
import type { AgentAnswer, AgentProgress } from '../agents/agent.ts'

/** A model that can be asked, behind an agent's CLI or an HTTP API: whoever asks does not know which. */
export interface Asker {
  /** As the config calls it. */
  name: string
  /** What people call it, while it works. */
  title: string
  model: ResolvedModel
  /** Whether it can look at files by itself. */
  reads: boolean
  /** Never throws: whatever happens is an answer. */
  ask(question: Question): Promise<Heard>
}

export interface Question {
  prompt: string
  /** The JSON Schema of the answer. */
  schema: Readonly<Record<string, unknown>>
  /** Where it may look around; null when the prompt is all there is. */
  tree: (() => Promise<string>) | null
  signal: AbortSignal
  notice: (progress: AgentProgress) => void
  /** What this one question may cost, where the model can be told. */
  maxDollars: number
}

/** How long one may take, and where programs may not come from. */
export interface AskLimits {
  /** The person's checkout: no program in there is started. */
  repository: string
  /** All in all: a stream may go on for ever. */
  timeoutMs: number
  /** Without a sign, where there is a stream. */
  silenceMs: number
}

export const LIMITS = { timeoutMs: 600_000, silenceMs: 300_000 }
/** Of an agent's CLI that can be told, and is not told less by the budget. */
export const MOST_DOLLARS = 1.5

/** An answer, whether asking once more may do better, and whose it is, if another one stood in. */
export type Heard = AgentAnswer & {
  again?: { afterMs: number | null }
  by?: { name: string; because: string }
}
export type Unanswered = Extract<Heard, { reason: string }>

export const unanswered = (
  state: Unanswered['state'],
  reason: string,
  more: Partial<Omit<Unanswered, 'state' | 'reason'>> = {},
): Unanswered => ({ state, reason, cost: null, output: '', ...more })
