import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Amount,
  amountIn,
  type Entry,
  type Spender,
  spentBy,
  whyTooMuch,
  withDearest,
} from '../../domain/budget.ts'
import type { Cost } from '../../domain/outcome.ts'
import type { ResolvedBudget } from '../../domain/resolved-config.ts'
import type { Clock, Ledger, Reservation } from '../../ports.ts'
import { createOnce, namesIn, readAnyway } from './files.ts'

/**
 * What models cost, one file for each call and one more for what it took in the end: nothing is ever rewritten, so that processes
 * at work side by side lose nothing of each other's.
 */
export function openLedger(folder: string, clock: Clock): Ledger {
  const ours = inFlight()
  return {
    async reserve({ spender, model, budget }, amounts) {
      for (let attempt = 0; ; ) {
        const tried = await tryToReserve({ folder, clock, spender, model, budget }, amounts)
        if (!('refused' in tried)) return ours.holding(tried)
        // What is set aside is more than what is spent: when one of ours is through, there may be room.
        if (await ours.untilOneEnds()) continue
        // Two that reserve at the same moment may each see the other's and both step back.
        if (!tried.crowded || ++attempt > 4) return { refused: tried.refused }
        await pause(20 + Math.random() * 100 * attempt)
      }
    },
    entries: days => readEntries(folder, days),
  }
}

/** The calls of this process. None of them waits for another one while it is under way, so one of them always ends. */
function inFlight() {
  const waiting = new Set<() => void>()
  let calls = 0
  const end = () => {
    calls--
    for (const wake of waiting) wake()
    waiting.clear()
  }
  return {
    holding(reserved: Reservation): Reservation {
      calls++
      return { ...reserved, settle: cost => reserved.settle(cost).finally(end) }
    },
    /** Whether there was one to wait for. */
    async untilOneEnds(): Promise<boolean> {
      if (calls === 0) return false
      await new Promise<void>(resolve => waiting.add(resolve))
      return true
    },
  }
}

interface Asked {
  folder: string
  clock: Clock
  spender: Spender
  model: string
  budget: ResolvedBudget
}

type Tried = Reservation | { refused: string; crowded: boolean }

/** Written first and weighed then: whoever comes at the same moment sees it. */
async function tryToReserve(asked: Asked, amounts: readonly Amount[]): Promise<Tried> {
  const { folder, clock, spender, model, budget } = asked
  const at = clock.now().toISOString()
  const today = at.slice(0, 10)
  let refused = 'there is nothing to set aside'
  let crowded = false
  for (const amount of amounts) {
    const id = `${at.replace(/\D/g, '')}-${randomBytes(6).toString('hex')}`
    const entry: Entry = { version: 1, id, at, ...spender, model, amount, cost: null }
    const path = (name: string) => join(folder, today, `${id}.${name}.json`)
    await createOnce(path('reserved'), json(entry))
    const entries = await readEntries(folder, [yesterdayOf(clock), today])
    const others = entries.filter(other => other.id !== id)
    const why = whyTooMuch(withDearest(amount, model, others), spentBy(others, spender, today), budget)
    if (why === null) return { amount, settle: cost => settle(path('settled'), entry, cost) }
    await settle(path('settled'), entry, NOTHING)
    refused = why
    crowded ||= others.some(({ cost }) => cost === null)
  }
  return { refused, crowded }
}

const NOTHING: Cost = { dollars: 0, inputTokens: 0, outputTokens: 0 }

async function settle(path: string, entry: Entry, cost: Cost | null): Promise<void> {
  await createOnce(
    path,
    json(cost === null ? entry : { ...entry, cost, amount: amountIn(cost, entry.amount) }),
  )
}

/** What was settled stands for what was reserved. What cannot be read is no entry: it was half written, and nothing was called. */
async function readEntries(folder: string, days?: readonly string[]): Promise<Entry[]> {
  const wanted = days ?? (await namesIn(folder)).filter(day => /^\d{4}-\d\d-\d\d$/.test(day)).sort()
  const entries = new Map<string, Entry>()
  for (const day of wanted) {
    // `reserved` sorts before `settled`.
    for (const name of (await namesIn(join(folder, day))).sort()) {
      const entry = name.endsWith('.json') ? parse((await readAnyway(join(folder, day, name))) ?? '') : null
      if (entry) entries.set(entry.id, entry)
    }
  }
  return [...entries.values()]
}

function parse(text: string): Entry | null {
  try {
    const value = JSON.parse(text)
    const { dollars, tokens } = value?.amount ?? {}
    const isEntry =
      value?.version === 1 &&
      [dollars, tokens].every(isAmount) &&
      [value.id, value.at, value.review, value.reviewer, value.model].every(isText) &&
      (value.cost === null ||
        AMOUNTS.every(name => value.cost?.[name] === null || isAmount(value.cost?.[name])))
    return isEntry ? value : null
  } catch {
    return null
  }
}

const AMOUNTS = ['dollars', 'inputTokens', 'outputTokens'] as const

/** Less than nothing would be room for others. */
const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const isText = (value: unknown): boolean => typeof value === 'string'

/** A review may go on over midnight. */
const yesterdayOf = (clock: Clock): string =>
  new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)

const json = (value: unknown): string => `${JSON.stringify(value)}\n`
