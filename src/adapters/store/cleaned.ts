import { statSync } from 'node:fs'
import { RETENTION } from '../../domain/retention.ts'
import { namesIn, readAnyway, writeWhole } from './files.ts'
import type { Layout } from './layout.ts'

const ONCE_IN_MS = 24 * 60 * 60_000
/** What may not go yet is not looked at again after every commit, but only when so many have come. */
const SLACK = { reviews: 50, results: 500 } as const

type Counts = Record<keyof typeof SLACK, number>

/** When it was, by the time of the file; in it, how much was left. */
export async function noteCleaned(at: Layout): Promise<void> {
  const { reviews, results } = await countsOf(at)
  await writeWhole(at.cleaned, `${reviews} ${results}\n`)
}

/** By counting names, and once a day: reading the store after every commit would cost more than it saves. */
export async function isCleaningDue(at: Layout, now: number): Promise<boolean> {
  const cleanedMs = statSync(at.cleaned, { throwIfNoEntry: false })?.mtimeMs
  if (cleanedMs === undefined) await writeWhole(at.cleaned, '')
  else if (now - cleanedMs > ONCE_IN_MS) return true
  const [reviews = 0, results = 0] = ((await readAnyway(at.cleaned)) ?? '').trim().split(' ').map(Number)
  const there = await countsOf(at)
  const isTooMuch = (kind: keyof Counts, left: number) =>
    there[kind] > RETENTION[kind].most && there[kind] > (left > 0 ? left + SLACK[kind] : 0)
  return isTooMuch('reviews', reviews) || isTooMuch('results', results)
}

const countsOf = async (at: Layout): Promise<Counts> => ({
  reviews: (await namesIn(at.reviews)).length,
  results: (await namesIn(at.allResults)).length,
})
