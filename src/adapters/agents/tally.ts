import type { Cost } from '../../domain/outcome.ts'

/** What was used so far, message by message; one that is told of again counts once. */
export function tally() {
  const used = new Map<string, Cost>()
  return {
    /** Takes what one message used; answers what all of them have. */
    add(id: string, cost: Cost): Cost {
      used.set(id, cost)
      return sum([...used.values()])
    },
  }
}

function sum(costs: readonly Cost[]): Cost {
  const total = (key: 'dollars' | 'inputTokens' | 'outputTokens') => {
    const known = costs.map(cost => cost[key]).filter(amount => amount !== null)
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
  }
  return {
    dollars: total('dollars'),
    inputTokens: total('inputTokens'),
    outputTokens: total('outputTokens'),
  }
}
