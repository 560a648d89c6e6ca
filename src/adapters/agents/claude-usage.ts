import type { Cost } from '../../domain/outcome.ts'
import { amountAt } from './json-lines.ts'

/** Read from a cache or not, it was read: a budget in tokens counts it. */
export function claudeUsage(usage: unknown, dollars: number | null = null): Cost {
  const read = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
  const counted = read.map(name => amountAt(usage, name)).filter(tokens => tokens !== null)
  return {
    dollars,
    inputTokens: counted.length > 0 ? counted.reduce((sum, tokens) => sum + tokens, 0) : null,
    outputTokens: amountAt(usage, 'output_tokens'),
  }
}
