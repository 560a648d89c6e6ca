import type { Cost } from '../../domain/outcome.ts'
import { oneLine } from '../../domain/plain-text.ts'
import type { ChildEnd } from '../child-process.ts'
import type { AgentAnswer } from './agent.ts'
import { type ClaudeResult, claudeResultSchema } from './claude-result.schema.ts'

export interface Heard {
  end: ChildEnd
  stdout: string
  stderr: string
  timeoutMs: number
}

type Failure = Pick<Extract<AgentAnswer, { reason: string }>, 'state' | 'reason'>

/** What Claude Code's end means. Only an exit code 0 with a structured answer is one. */
export function readAnswer(heard: Heard): AgentAnswer {
  const result = heard.end.how === 'exited' ? resultIn(heard.stdout) : null
  const cost = result && costOf(result)
  const output = heard.stdout + heard.stderr
  const failure = whyNoAnswer(heard, result)
  if (failure) return { ...failure, cost, output }
  return { state: 'done', answer: result?.structured_output, cost, output }
}

function whyNoAnswer({ end, stderr, timeoutMs }: Heard, result: ClaudeResult | null): Failure | null {
  if (end.how === 'timed-out') return { state: 'timed-out', reason: `no answer after ${timeoutMs / 1_000} s` }
  if (end.how === 'cancelled') return { state: 'cancelled', reason: 'cancelled' }
  if (end.how === 'killed') return failed(`Claude Code was killed by ${end.signal}`)
  if (end.how === 'not-started') return failed(`Claude Code did not start: ${end.reason}`)
  if (result && isFailure(result)) return whyFailed(result)
  if (end.code !== 0) return failed(`Claude Code ended with exit code ${end.code}${lastLine(stderr)}`)
  if (!result) return { state: 'torn', reason: 'Claude Code printed no result that can be read' }
  // Plain text is a success to Claude Code. No verdict is read out of prose.
  if (result.structured_output == null) return { state: 'torn', reason: 'the model answered in prose' }
  return null
}

/** 401 and 429 come with the subtype "success"; only `is_error` tells. */
const isFailure = (result: ClaudeResult): boolean => result.is_error || result.subtype !== 'success'

function whyFailed({ subtype, result, api_error_status }: ClaudeResult): Failure {
  if (subtype === 'error_max_turns') return failed('the model used all its turns without an answer')
  if (/budget/.test(subtype)) return { state: 'quota', reason: 'the budget of this review is used up' }
  if (/structured_output/.test(subtype)) return { state: 'torn', reason: 'the model gave no valid answer' }
  const said = oneLine(`${api_error_status ?? ''} ${result ?? subtype}`, 200)
  if (/\b429\b|rate.?limit|(usage|hit your\b.{0,20}) limit|credit balance/i.test(said)) {
    return { state: 'quota', reason: `Claude Code is at its limit: ${said}` }
  }
  if (/\b401\b|authenticat|invalid api key|\/login/i.test(said)) {
    return failed(`Claude Code is not logged in: ${said}`)
  }
  return failed(`Claude Code reports an error: ${said}`)
}

const failed = (reason: string): Failure => ({ state: 'failed', reason })

function lastLine(stderr: string): string {
  const line = oneLine(stderr.trimEnd().split('\n').at(-1) ?? '', 200)
  return line === '' ? '' : `: ${line}`
}

/** The one result. A banner may stand before it; two of them are none. */
function resultIn(stdout: string): ClaudeResult | null {
  const whole = parsed(stdout)
  if (whole) return whole
  const lines = stdout.split('\n').filter(line => line.startsWith('{'))
  const [first, second] = lines.flatMap(line => parsed(line) ?? [])
  return second ? null : (first ?? null)
}

function parsed(text: string): ClaudeResult | null {
  try {
    return claudeResultSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function costOf({ total_cost_usd, usage }: ClaudeResult): Cost {
  const read = [usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens]
  const counted = read.filter(tokens => typeof tokens === 'number')
  return {
    dollars: total_cost_usd ?? null,
    inputTokens: counted.length > 0 ? counted.reduce((sum, tokens) => sum + tokens, 0) : null,
    outputTokens: usage?.output_tokens ?? null,
  }
}
