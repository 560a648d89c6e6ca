const DAY = 24 * 3_600_000

/** How much is kept. There is no other place that says so. */
export const RETENTION = {
  reviews: { most: 500, ageMs: 90 * DAY },
  results: { most: 5000, ageMs: 90 * DAY },
  /** Results that say no, and whose content is on no branch any more: they go only when they are both, old and too many. */
  noes: { most: 1000, ageMs: 365 * DAY },
  /** What models said of groups of files: gone, it is asked again. */
  answers: { most: 5000, ageMs: 90 * DAY },
  /** What models cost. A budget never looks further back than yesterday. */
  spending: { most: 50_000, ageMs: 365 * DAY },
  /** Of agents. Hooks read them all: 200 would take 7 ms. To an idle one this old nobody comes back. */
  sessions: { most: 50, ageMs: 30 * DAY },
  damaged: { most: 100, ageMs: 90 * DAY },
  logs: { most: 100, ageMs: 90 * DAY },
  /** Of the journal only what was held: exceptions, and what went past the gate, stay. */
  holds: { most: 5000, ageMs: 365 * DAY },
  /** What speaks for content this young is not taken for its number alone: somebody is about to push it. */
  youngMs: 7 * DAY,
  /** A temporary file this young may be one that another machine on the same disk is writing. */
  settledMs: 60_000,
} as const

export interface Stored {
  path: string
  /** When it was written, in milliseconds. */
  at: number
}

/** What a store holds, as far as something of it may go. */
export interface Inventory {
  reviews: (Stored & { id: string })[]
  /** Reviews that are the last of a branch that is there, or wait to be handed over. */
  needed: ReadonlySet<string>
  results: StoredResult[]
  /** By which results can be found: for a tree, one base and the digest of their diff, as the keys it leads to. */
  edges: (Stored & { keys: readonly string[] })[]
  branches: (Stored & { isThere: boolean })[]
  delivered: (Stored & { review: string })[]
  answers: Stored[]
  spending: Stored[]
  sessions: Stored[]
  damaged: Stored[]
  logs: Stored[]
  holds: Stored[]
  temporary: (Stored & { isOwned: boolean })[]
}

export interface StoredResult extends Stored {
  key: string
  policy: string
  turn: number
  /** One that says no stays, or a gate that only warns of what is missing would let go what it held. Unknown says nothing. */
  says: 'yes' | 'no' | 'nothing'
  /** A no whose content is on no branch any more. Only where there are too many was anybody asked. */
  isLeft?: boolean
}

export const REMOVABLE = [
  'review',
  'result',
  'edge',
  'branch',
  'delivered',
  'answer',
  'spending',
  'session',
  'damaged',
  'log',
  'hold',
  'temporary',
] as const
export type Removable = (typeof REMOVABLE)[number]

export interface Removal {
  kind: Removable
  path: string
}

/** What may go, in an order in which a crash halfway does no harm. */
export function planRemoval(inventory: Inventory, now: number): Removal[] {
  const reviews = surplus(inventory.reviews, RETENTION.reviews, now).filter(
    ({ id }) => !inventory.needed.has(id),
  )
  const results = surplusResults(inventory.results, now)
  const gone = new Set<Stored>([...reviews, ...results])
  const keys = new Set(inventory.results.filter(result => !gone.has(result)).map(({ key }) => key))
  const ids = new Set(inventory.reviews.filter(review => !gone.has(review)).map(({ id }) => id))
  return [
    ...as('review', reviews),
    ...as('result', results),
    ...as(
      'edge',
      inventory.edges.filter(edge => isSettled(edge, now) && !edge.keys.some(key => keys.has(key))),
    ),
    ...as(
      'branch',
      inventory.branches.filter(({ isThere }) => !isThere),
    ),
    ...as(
      'delivered',
      inventory.delivered.filter(({ review }) => !ids.has(review)),
    ),
    ...as('answer', surplus(inventory.answers, RETENTION.answers, now)),
    ...as('spending', surplus(inventory.spending, RETENTION.spending, now)),
    ...as('session', surplus(inventory.sessions, RETENTION.sessions, now)),
    ...as('damaged', surplus(inventory.damaged, RETENTION.damaged, now)),
    ...as('log', surplus(inventory.logs, RETENTION.logs, now)),
    ...as('hold', surplus(inventory.holds, RETENTION.holds, now)),
    ...as(
      'temporary',
      inventory.temporary.filter(file => !file.isOwned && isSettled(file, now)),
    ),
  ]
}

const as = (kind: Removable, items: readonly Stored[]): Removal[] => items.map(({ path }) => ({ kind, path }))

const isSettled = ({ at }: Stored, now: number): boolean => now - at > RETENTION.settledMs

const byAge = (a: Stored, b: Stored): number => a.at - b.at

function surplus<T extends Stored>(
  items: readonly T[],
  limit: { most: number; ageMs: number },
  now: number,
): T[] {
  const newestFirst = [...items].sort((a, b) => byAge(b, a))
  return newestFirst.filter(({ at }, nth) => nth >= limit.most || now - at > limit.ageMs)
}

/**
 * The newest turn of a key speaks; those below it are silent, and must stay so. A key goes whole, its newest turn last;
 * beyond the number the silent turns go first, then the oldest keys, but none that is young.
 */
function surplusResults(results: readonly StoredResult[], now: number): StoredResult[] {
  const keys = turnsByKey(results)
  const isOld = (turns: readonly StoredResult[], ageMs: number) => turns.every(({ at }) => now - at > ageMs)
  const mayGo = (turns: readonly StoredResult[]) => turns.at(-1)?.says !== 'no'
  const old = [
    ...keys.filter(turns => mayGo(turns) && isOld(turns, RETENTION.results.ageMs)),
    ...surplusNoes(keys.filter(turns => !mayGo(turns))).filter(turns => isOld(turns, RETENTION.noes.ageMs)),
  ]
  const left = keys.filter(turns => !old.includes(turns))
  let over = left.flat().length - RETENTION.results.most
  const silent = left.flatMap(turns => turns.slice(0, -1)).slice(0, Math.max(0, over))
  over -= silent.length
  const more = left
    .filter(turns => mayGo(turns) && isOld(turns, RETENTION.youngMs))
    .slice(0, Math.max(0, over))
  return [...new Set([...silent, ...old.flat(), ...more.flat()])]
}

/** The oldest first, as many as there are too many. */
const surplusNoes = (keys: readonly StoredResult[][]): StoredResult[][] =>
  keys.slice(0, Math.max(0, keys.length - RETENTION.noes.most)).filter(turns => turns.at(-1)?.isLeft === true)

/** Each key under each policy: its turns in order; the key that was judged longest ago first. */
function turnsByKey(results: readonly StoredResult[]): StoredResult[][] {
  const keys = new Map<string, StoredResult[]>()
  for (const result of results) {
    const name = `${result.key} ${result.policy}`
    keys.set(name, [...(keys.get(name) ?? []), result])
  }
  const sorted = [...keys.values()].map(turns => turns.sort((a, b) => a.turn - b.turn))
  const newest = (turns: readonly StoredResult[]) => Math.max(...turns.map(({ at }) => at))
  return sorted.sort((a, b) => newest(a) - newest(b))
}
