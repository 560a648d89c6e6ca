import { dollarsFor, priceOf, tokensOf } from './cost.ts'
import type { Cost } from './outcome.ts'
import type { ResolvedBudget, ResolvedModel } from './resolved-config.ts'

/** What a call takes: dollars where the model has a price, else tokens. */
export interface Amount {
  dollars: number
  tokens: number
}

/** A line of the ledger: a call that is under way, or what came of it. */
export interface Entry {
  version: 1
  id: string
  at: string
  review: string
  reviewer: string
  model: string
  amount: Amount
  /** What it took in the end; null while it is under way, or when nobody came back to say. */
  cost: Cost | null
}

/** Who wants to spend. */
export type Spender = Pick<Entry, 'review' | 'reviewer'>

export interface Spent {
  reviewer: Amount
  review: Amount
  day: Amount
}

/** A reservation that was never settled counts in full: nobody knows what the provider charged. */
export function spentBy(entries: readonly Entry[], who: Spender, today: string): Spent {
  const total = (some: (entry: Entry) => boolean) =>
    entries.filter(some).reduce(add, { dollars: 0, tokens: 0 })
  const isOfReview = (entry: Entry) => entry.review === who.review
  return {
    reviewer: total(entry => isOfReview(entry) && entry.reviewer === who.reviewer),
    review: total(isOfReview),
    day: total(entry => entry.at.startsWith(today)),
  }
}

const add = (sum: Amount, { amount }: Entry): Amount => ({
  dollars: sum.dollars + amount.dollars,
  tokens: sum.tokens + amount.tokens,
})

/** The first limit that a further amount would go beyond; null when it fits. */
export function whyTooMuch(amount: Amount, spent: Spent, budget: ResolvedBudget): string | null {
  const limits: [string, number, number, number | null][] = [
    ['perReviewer', amount.dollars, spent.reviewer.dollars, budget.perReviewer],
    ['perReview', amount.dollars, spent.review.dollars, budget.perReview],
    ['perDay', amount.dollars, spent.day.dollars, budget.perDay],
  ]
  for (const [name, wanted, already, limit] of limits) {
    if (limit !== null && wanted > 0 && already + wanted > limit + 1e-9)
      return `beyond the budget: \`budget.${name}\` is ${money(limit)}, ${money(already)} of it are spent or set aside, and this may take ${money(wanted)}`
  }
  const caps: [string, number, number][] = [
    ['tokensPerReview', spent.review.tokens, budget.tokensPerReview],
    ['tokensPerDay', spent.day.tokens, budget.tokensPerDay],
  ]
  for (const [name, already, limit] of caps) {
    if (amount.tokens > 0 && already + amount.tokens > limit)
      return `beyond the budget: \`budget.${name}\` is ${thousands(limit)}, ${thousands(already)} of it are used or set aside, and this may take ${thousands(amount.tokens)}`
  }
  return null
}

const thousands = (tokens: number): string => tokens.toLocaleString('en')

/** Cents, and what is below them where there is little. */
export const money = (dollars: number): string =>
  `$${dollars.toFixed(dollars < 0.1 ? 4 : 2).replace(/(\.\d\d)0+$/, '$1')}`

/** An agent reads on by itself: what it was given goes out again at each turn, with what it read. */
const AGENT = { turns: 4, reading: 20_000, output: 16_000 }

/** The most that a call can take: its input, and the largest answer. */
export function largestAmount(model: ResolvedModel, prompt: string): Amount {
  const isAgent = 'agent' in model
  const input = isAgent ? tokensOf(prompt) * AGENT.turns + AGENT.reading : tokensOf(prompt)
  return amountOf(model, input, isAgent ? AGENT.output : model.maxOutput)
}

export function amountOf(model: ResolvedModel, input: number, output: number): Amount {
  const price = priceOf(model)
  return price
    ? { dollars: dollarsFor(price, input, output), tokens: 0 }
    : { dollars: 0, tokens: input + output }
}

/** What was taken in the end: in dollars if anybody can say how many, and in tokens where only these were set aside. */
export function amountIn(cost: Cost, setAside: Amount): Amount {
  const inTokens = cost.dollars === null || setAside.tokens > 0
  const tokens = inTokens ? (cost.inputTokens ?? 0) + (cost.outputTokens ?? 0) : 0
  return { dollars: cost.dollars ?? 0, tokens }
}

/** An agent may tell dollars for a model that has no price here: then it may take again what its dearest call took. */
export function withDearest(amount: Amount, model: string, entries: readonly Entry[]): Amount {
  if (amount.dollars > 0) return amount
  const told = entries.filter(entry => entry.model === model).map(({ cost }) => cost?.dollars ?? 0)
  return { ...amount, dollars: told.reduce((most, one) => Math.max(most, one), 0) }
}
