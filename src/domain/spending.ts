import type { Entry } from './budget.ts'
import { addCosts } from './cost.ts'
import type { Cost } from './outcome.ts'

/** What was spent on a day, and on what. */
export interface DaySpent {
  day: string
  calls: number
  cost: Cost | null
  /** Calls that nobody came back from: what they may have taken counts in full. */
  open: number
  reviews: { review: string; reviewer: string; model: string; calls: number; cost: Cost | null }[]
}

/** The newest day first. Calls that were set aside for and never made are none. */
export function spendingByDay(entries: readonly Entry[]): DaySpent[] {
  const made = entries.filter(wasMade)
  return [...groupedBy(made, ({ at }) => at.slice(0, 10))]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, ofDay]) => ({
      day,
      calls: ofDay.length,
      cost: addCosts(ofDay.map(costOf)),
      open: ofDay.filter(({ cost }) => cost === null).length,
      reviews: [
        ...groupedBy(ofDay, ({ review, reviewer, model }) => JSON.stringify([review, reviewer, model])),
      ].map(([, [first, ...others]]) => ({
        ...nameOf(first as Entry),
        calls: others.length + 1,
        cost: addCosts([first as Entry, ...others].map(costOf)),
      })),
    }))
}

const nameOf = ({ review, reviewer, model }: Entry) => ({ review, reviewer, model })

const wasMade = ({ cost }: Entry): boolean =>
  cost === null || (cost.inputTokens ?? 0) + (cost.outputTokens ?? 0) + (cost.dollars ?? 0) > 0

/** Of one that is open, what was set aside. */
const costOf = ({ cost, amount }: Entry): Cost =>
  cost ?? {
    dollars: amount.tokens > 0 ? null : amount.dollars,
    inputTokens: amount.tokens,
    outputTokens: 0,
    estimated: true,
  }

function groupedBy(entries: readonly Entry[], key: (entry: Entry) => string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry])
  return groups
}
