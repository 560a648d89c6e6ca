import { addCosts } from '../../domain/cost.ts'
import { type Asker, type Heard, unanswered } from './asker.ts'

/** The next one is asked where the one before is out of quota, or not there. Never because of what it said. */
export function withFallback(askers: readonly [Asker, ...Asker[]]): Asker {
  const [first, ...others] = askers
  return {
    ...first,
    async ask(question) {
      let heard = await first.ask(question)
      for (const asker of others) {
        if (heard.state !== 'quota' && heard.state !== 'missing') return heard
        question.notice({ line: `${heard.reason}; asking ${asker.name}` })
        heard = after(heard, {
          ...(await asker.ask(question)),
          by: { name: asker.name, because: heard.reason },
        })
      }
      return heard
    },
  }
}

/** When nobody could, everybody's reason is told. */
function after(before: Extract<Heard, { reason: string }>, next: Heard): Heard {
  const cost = addCosts([before.cost, next.cost])
  if (next.state !== 'quota' && next.state !== 'missing') return { ...next, cost }
  return unanswered(next.state, `${before.reason}; ${next.reason}`, {
    cost,
    output: before.output + next.output,
  })
}
