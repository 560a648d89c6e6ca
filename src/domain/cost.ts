import type { Cost } from './outcome.ts'
import type { ResolvedModel } from './resolved-config.ts'

/** Dollars for a million tokens. */
export interface Price {
  input: number
  output: number
}

/**
 * What is asked for the models that people use most, by the family in their name; the dearest of a family. A price that fell
 * since only makes an estimate too high. What stands in no line has no price, and is held by its tokens.
 */
const PRICES: readonly [RegExp, Price][] = [
  [/haiku/, { input: 1, output: 5 }],
  [/sonnet/, { input: 3, output: 15 }],
  [/opus/, { input: 15, output: 75 }],
  [/^gpt-5[\w.]*-nano/, { input: 0.05, output: 0.4 }],
  [/^gpt-5[\w.]*-mini/, { input: 0.25, output: 2 }],
  [/^gpt-5(?:[\w.]*-codex)?|codex/, { input: 1.75, output: 14 }],
  [/^gpt-4\.1/, { input: 2, output: 8 }],
  [/gemini-[\d.]+-flash/, { input: 0.5, output: 3 }],
  [/gemini-[\d.]+-pro/, { input: 4, output: 18 }],
]

/** What an agent's CLI takes when it is told nothing. */
const BY_DEFAULT: Record<string, string> = {
  claude: 'sonnet',
  codex: 'gpt-5-codex',
  gemini: 'gemini-2.5-pro',
}

export function priceOf(model: ResolvedModel): Price | null {
  const name = 'agent' in model ? (model.model ?? BY_DEFAULT[model.agent] ?? '') : model.model
  // Whoever names an address of his own pays somebody else's price, or none.
  if ('api' in model && model.api !== 'anthropic') return null
  return PRICES.find(([family]) => family.test(name))?.[1] ?? null
}

export const dollarsFor = (price: Price, input: number, output: number): number =>
  (input * price.input + output * price.output) / 1e6

/** Code has about three characters for a token; prose has more, so this never counts too few by much. */
export const CHARACTERS = 3

/** Beyond ASCII a character is a token by itself, or nearly. */
export function tokensOf(text: string): number {
  const wide = text.replace(/[\x00-\x7f]+/g, '').length
  return Math.ceil((text.length - wide) / CHARACTERS) + wide
}

/** What nobody said is worked out, and marked. */
export function completeCost(
  said: Cost | null,
  by: { price: Price | null; prompt: string; output: string },
): Cost {
  const inputTokens = said?.inputTokens ?? tokensOf(by.prompt)
  const outputTokens = said?.outputTokens ?? tokensOf(by.output)
  const dollars = said?.dollars ?? (by.price && dollarsFor(by.price, inputTokens, outputTokens))
  const isSaid = said !== null && said.inputTokens !== null && said.outputTokens !== null
  const estimated = !isSaid || (dollars !== null && said.dollars === null) || said?.estimated === true
  return { dollars, inputTokens, outputTokens, ...(estimated ? { estimated } : {}) }
}

export function addCosts(costs: readonly (Cost | null)[]): Cost | null {
  const known = costs.filter(cost => cost !== null)
  if (known.length === 0) return null
  const estimated = known.some(cost => cost.estimated)
  return {
    dollars: sum(known.map(cost => cost.dollars)),
    inputTokens: sum(known.map(cost => cost.inputTokens)),
    outputTokens: sum(known.map(cost => cost.outputTokens)),
    ...(estimated ? { estimated } : {}),
  }
}

/** Of what is known of it. */
function sum(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter(amount => amount !== null)
  return known.length === 0 ? null : known.reduce((total, amount) => total + amount, 0)
}
