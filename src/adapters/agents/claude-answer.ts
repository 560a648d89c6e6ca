import type { AgentAnswer } from './agent.ts'
import { type ClaudeResult, claudeResultSchema } from './claude-result.schema.ts'
import { claudeUsage } from './claude-usage.ts'
import {
  answerWith,
  badExit,
  complaint,
  type Failure,
  failed,
  type Heard,
  type Said,
  whyCutShort,
} from './heard.ts'
import { eventsIn } from './json-lines.ts'

const TITLE = 'Claude Code'

/** What Claude Code's end means. Only an exit code 0 with a structured answer is one. */
export function readClaude(heard: Heard): AgentAnswer {
  const cut = whyCutShort(heard, { title: TITLE })
  const result = cut ? null : resultIn(heard.stdout)
  return answerWith(
    heard,
    cut ?? meaning(heard, result),
    result && claudeUsage(result.usage, result.total_cost_usd ?? null),
  )
}

function meaning(heard: Heard, result: ClaudeResult | null): Said {
  const failure = result && isFailure(result) ? whyFailed(result) : badExit(heard, TITLE)
  if (failure) return failure
  if (!result) return { state: 'torn', reason: `${TITLE} printed no result that can be read` }
  if (result.structured_output != null) return { state: 'done', answer: result.structured_output }
  // Plain text is a success to Claude Code. No verdict is read out of prose.
  const text = result.result?.trim() ?? ''
  return text === '' ? { state: 'torn', reason: 'the model gave no answer' } : { state: 'prose', text }
}

/** 401 and 429 come with the subtype "success"; only `is_error` tells. */
const isFailure = (result: ClaudeResult): boolean => result.is_error || result.subtype !== 'success'

function whyFailed({ subtype, result, api_error_status }: ClaudeResult): Failure {
  if (subtype === 'error_max_turns') return failed('the model used all its turns without an answer')
  if (/budget/.test(subtype)) return { state: 'quota', reason: 'the budget of this review is used up' }
  // It has asked the model five times by then.
  if (/structured_output/.test(subtype)) return { state: 'torn', reason: 'the model gave no valid answer' }
  return complaint(TITLE, `${api_error_status ?? ''} ${result ?? subtype}`)
}

/** The one result. A banner may stand before it; two of them are none. */
function resultIn(stdout: string): ClaudeResult | null {
  const results = eventsIn(stdout).flatMap(event => claudeResultSchema.safeParse(event).data ?? [])
  const [first, second] = results
  return second ? null : (first ?? null)
}
