import { setTimeout as pause } from 'node:timers/promises'
import { addCosts } from '../../domain/cost.ts'
import type { Asker, Heard } from './asker.ts'

export interface Patience {
  /** All in all. */
  attempts: number
  /** The first pause, where the server names none; it doubles twice at each further one. */
  firstMs: number
  /** Who is to be left alone for longer is not waited for. */
  longestMs: number
}

const PATIENCE: Patience = { attempts: 3, firstMs: 2_000, longestMs: 90_000 }

/** Asks again what may go better, after the pause that the server asks for. Every attempt counts against the budget. */
export function withRetries(asker: Asker, patience: Patience = PATIENCE): Asker {
  return {
    ...asker,
    async ask(question) {
      let heard = await asker.ask(question)
      for (let attempt = 1; attempt < patience.attempts && heard.again; attempt++) {
        const wait = heard.again.afterMs ?? patience.firstMs * 4 ** (attempt - 1)
        if (wait > patience.longestMs || question.signal.aborted) break
        question.notice({ line: `trying ${asker.name} again in ${Math.ceil(wait / 1_000)} s` })
        // Somebody who stops it does not want to wait.
        await pause(wait, undefined, { signal: question.signal }).catch(() => {})
        const next: Heard = await asker.ask(question)
        heard = { ...next, cost: addCosts([heard.cost, next.cost]) }
      }
      return heard
    },
  }
}
