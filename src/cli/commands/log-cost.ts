import { type DaySpent, spendingByDay } from '../../domain/spending.ts'
import { costWords, count } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'

/** `wingman log --cost`: what models cost, by day, the newest first. */
export async function logCost(days: number, json: boolean): Promise<number> {
  const { ports } = openProject()
  const spending = spendingByDay(await ports.ledger.entries()).slice(0, days)
  if (json) printJson({ version: 1, days: spending })
  else print(spending.flatMap(dayLines).join('\n') || 'No model was asked yet.')
  return EXIT.fine
}

function dayLines({ day, calls, cost, open, reviews }: DaySpent): string[] {
  const unknown = open > 0 ? paint().dim(`  (${count(open, 'call')} without an end count in full)`) : ''
  return [
    `${day}  ${costWords(cost)}  ${count(calls, 'call')}${unknown}`,
    ...reviews.map(
      ({ review, reviewer, model, calls, cost }) =>
        `  ${review}  ${reviewer}  ${model}  ${costWords(cost)}  ${count(calls, 'call')}`,
    ),
  ]
}
