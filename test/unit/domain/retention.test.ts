import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Inventory, planRemoval, RETENTION, type StoredResult } from '../../../src/domain/retention.ts'

const DAY = 24 * 3_600_000
const NOW = 1000 * DAY

const nothing: Inventory = {
  reviews: [],
  needed: new Set(),
  results: [],
  edges: [],
  branches: [],
  delivered: [],
  answers: [],
  spending: [],
  sessions: [],
  damaged: [],
  logs: [],
  holds: [],
  temporary: [],
}
const paths = (more: Partial<Inventory>) => planRemoval({ ...nothing, ...more }, NOW).map(({ path }) => path)
const file = (path: string, days = 0) => ({ path, at: NOW - days * DAY })
const review = (id: string, days = 0) => ({ ...file(id, days), id })
const result = (key: string, turn: number, days = 0): StoredResult => ({
  ...file(`${key}.${turn}`, days),
  key,
  policy: 'p',
  turn,
  says: 'yes',
})
const no = (key: string, turn: number, days = 0) => ({ ...result(key, turn, days), says: 'no' as const })
const many = <T>(n: number, of: (nth: number) => T): T[] => Array.from({ length: n }, (_, nth) => of(nth))

test.each<[string, Partial<Inventory>, string[]]>([
  ['nothing', {}, []],
  ['a young review stays', { reviews: [review('a', 89)] }, []],
  ['an old review goes', { reviews: [review('a', 91)] }, ['a']],
  ['the last review of a branch stays', { reviews: [review('a', 91)], needed: new Set(['a']) }, []],
  [
    'a delivery mark goes with its review',
    {
      reviews: [review('a', 91), review('b')],
      delivered: ['a', 'b'].map(id => ({ ...file(`mark-${id}`), review: id })),
    },
    ['a', 'mark-a'],
  ],
  [
    'an old key goes whole, its newest turn last',
    { results: [result('k', 1, 91), result('k', 0, 95)] },
    ['k.0', 'k.1'],
  ],
  [
    'what models said goes after a season, what they cost after a year',
    { answers: [file('a', 91), file('b', 89)], spending: [file('c', 91), file('d', 366)] },
    ['a', 'd'],
  ],
  ['a no stays, however old', { results: [no('k', 0, 400), result('l', 0, 91)] }, ['l.0']],
  ['a no that was taken back goes', { results: [no('k', 0, 400), result('k', 1, 91)] }, ['k.0', 'k.1']],
  ['an old turn below a young one stays', { results: [result('k', 1, 1), result('k', 0, 95)] }, []],
  [
    'an edge goes when it leads to nothing',
    {
      results: [result('k', 0, 91), result('l', 0)],
      edges: [
        { ...file('dead', 91), keys: ['k', 'x'] },
        { ...file('living', 91), keys: ['x', 'l'] },
      ],
    },
    ['k.0', 'dead'],
  ],
  [
    'the note of a deleted branch goes',
    {
      branches: [
        { ...file('gone'), isThere: false },
        { ...file('here', 999), isThere: true },
      ],
    },
    ['gone'],
  ],
  [
    'old damaged files and logs go',
    { damaged: [file('d', 91), file('e')], logs: [file('l', 91), file('m')] },
    ['d', 'l'],
  ],
  ['a push that was held is remembered for a year', { holds: [file('h', 366), file('i', 364)] }, ['h']],
  [
    'a temporary file goes when its process is gone, and not in the moment it is made',
    {
      temporary: [
        { ...file('left', 1), isOwned: false },
        { ...file('new'), isOwned: false },
        { ...file('owned', 1), isOwned: true },
      ],
    },
    ['left'],
  ],
])('%s', (_, inventory, gone) => {
  expect(paths(inventory)).toEqual(gone)
})

test('beyond their number the oldest reviews go', () => {
  const reviews = many(RETENTION.reviews.most + 2, nth => review(`r${nth}`, nth / 100))
  expect(paths({ reviews })).toEqual([`r${RETENTION.reviews.most}`, `r${RETENTION.reviews.most + 1}`])
})

test('beyond their number silent results go first, then the oldest keys, and none that is young', () => {
  const { most } = RETENTION.results
  const old = [result('old', 0, 30), result('older', 0, 40)]
  const twice = [result('twice', 0, 2), result('twice', 1, 1)]
  const young = many(most - 2, nth => result(`y${nth}`, 0, 3))
  expect(paths({ results: [...young, ...old, ...twice] })).toEqual(['twice.0', 'older.0'])
  expect(paths({ results: many(most + 9, nth => result(`y${nth}`, 0, 3)) })).toEqual([])
})

test('what says nothing goes as a yes does', () => {
  const unknown = (key: string, days: number) => ({ ...result(key, 0, days), says: 'nothing' as const })
  expect(paths({ results: [unknown('old', 91), unknown('young', 89)] })).toEqual(['old.0'])
  const young = many(RETENTION.results.most, nth => result(`y${nth}`, 0, 3))
  expect(paths({ results: [...young, unknown('older', 30)] })).toEqual(['older.0'])
})

test('a no goes only when it is a year old, one of too many, and on no branch', () => {
  const { most } = RETENTION.noes
  const left = (key: string, days: number) => ({ ...no(key, 0, days), isLeft: true })
  const young = many(most, nth => no(`y${nth}`, 0, 3))
  expect(paths({ results: [...young.slice(1), left('few', 400)] })).toEqual([])
  const some = [left('old', 366), left('younger', 364), no('living', 0, 400), left('oldest', 500)]
  expect(paths({ results: [...young, ...some] })).toEqual(['oldest.0', 'old.0'])
})

test('whatever goes, and wherever it is interrupted, no older judgement speaks again', () => {
  const some = fc.record({ key: fc.constantFrom('a', 'b', 'c'), turn: fc.nat(4), days: fc.nat(200) })
  fc.assert(
    fc.property(fc.uniqueArray(some, { selector: ({ key, turn }) => `${key}${turn}` }), found => {
      const results = found.map(({ key, turn, days }) => result(key, turn, days))
      const before = speaking(results)
      const left = new Set(results.map(({ path }) => path))
      for (const path of paths({ results })) {
        left.delete(path)
        const now = speaking(results.filter(one => left.has(one.path)))
        for (const [key, turn] of now) expect(turn).toBe(before.get(key))
      }
    }),
  )
})

function speaking(results: readonly StoredResult[]): Map<string, number> {
  const turns = new Map<string, number>()
  for (const { key, turn } of results) turns.set(key, Math.max(turn, turns.get(key) ?? 0))
  return turns
}
