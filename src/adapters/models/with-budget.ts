import { type Amount, amountOf, largestAmount } from '../../domain/budget.ts'
import { completeCost, priceOf, tokensOf } from '../../domain/cost.ts'
import { sentenceOf } from '../../errors.ts'
import type { ReviewWork } from '../../ports.ts'
import { type Asker, type Heard, MOST_DOLLARS, unanswered } from './asker.ts'

/** Sets aside what a call may take before it is made, and says afterwards what it took. */
export function withBudget(asker: Asker, reserve: ReviewWork['reserve']): Asker {
  const { model } = asker
  return {
    ...asker,
    async ask(question) {
      const prompt = question.prompt + JSON.stringify(question.schema)
      const reserved = await reserve(model.name, amountsFor(asker, prompt)).catch(sentenceOf)
      if (typeof reserved === 'string') return unanswered('failed', reserved)
      if ('refused' in reserved) return unanswered('quota', reserved.refused)
      const { dollars } = reserved.amount
      const maxDollars = dollars > 0 ? Math.min(dollars, MOST_DOLLARS) : MOST_DOLLARS
      const heard = await asker
        .ask({ ...question, maxDollars })
        // Whatever happens, it is settled: others may wait for it.
        .catch(error => unanswered('failed', sentenceOf(error)))
      const cost = wasWorked(heard)
        ? completeCost(heard.cost, { price: priceOf(model), prompt, output: heard.output })
        : heard.cost
      // What cannot be noted counts in full, as it was set aside; the answer stands.
      await reserved.settle(cost ?? NOTHING).catch(() => {})
      return { ...heard, cost }
    },
  }
}

const NOTHING = { dollars: 0, inputTokens: 0, outputTokens: 0 }

/** What is wanted, and what would do: an agent can be told to take less, an API answers at full length or not at all. */
function amountsFor({ model }: Asker, prompt: string): Amount[] {
  const most = largestAmount(model, prompt)
  return 'agent' in model ? [most, amountOf(model, tokensOf(prompt) * 2, 4_000)] : [most]
}

/** Whether a model was at it, though it may not say what that cost. One that refused took nothing, whatever it printed. */
function wasWorked(heard: Heard): boolean {
  const { state, output } = heard
  if ('worked' in heard && heard.worked !== undefined) return heard.worked
  return output !== '' || !['missing', 'quota', 'failed'].includes(state)
}
