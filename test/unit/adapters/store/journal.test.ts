import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openExceptions, readJournal, writeEntry } from '../../../../src/adapters/store/journal.ts'
import {
  notePush,
  pushKey,
  readLooked,
  readPushes,
  writeLooked,
} from '../../../../src/adapters/store/pushes.ts'
import { checkEntry } from '../../../../src/adapters/store/read-journal.ts'
import { entrySchema } from '../../../../src/domain/journal.schema.ts'
import type { Allowed, Entry, Used } from '../../../../src/domain/journal.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const commit = 'a'.repeat(40)
const who = { name: 'Ann', email: null, account: 'ann', agent: null }
const common = { version: 1 as const, id: 'one', at: '2026-01-02T00:00:00.000Z', remote: 'origin' }
const allowed: Allowed = {
  ...common,
  kind: 'allowed',
  commit,
  ref: 'refs/heads/main',
  reason: 'why',
  loosened: [],
  who,
}
const used: Used = { ...common, kind: 'used', commit, refs: ['refs/heads/main'], who }
const loops = [{ loop: 'basics', standing: 'missing' as const, effect: 'block' as const, findings: ['f-1'] }]
const entries: Entry[] = [
  allowed,
  used,
  {
    ...common,
    kind: 'gate',
    effect: 'block',
    agent: 'claude',
    error: null,
    refs: [{ ref: 'refs/heads/main', commit, effect: 'block', loosened: ['gate ship: removed'], loops }],
  },
  {
    ...common,
    kind: 'bypassed',
    ref: 'refs/heads/main',
    commit,
    gates: ['ship'],
    by: { name: 'Ann', email: 'a@b' },
  },
  {
    ...common,
    id: 'tag',
    kind: 'bypassed',
    ref: 'refs/tags/v1',
    commit,
    gates: ['ship'],
    by: { name: 'Ann', email: 'a@b' },
    attempted: true,
  },
]

test('every kind of entry is read as it was written', async () => {
  const folder = join(temporaryFolder(), 'journal')
  for (const entry of entries) expect(await writeEntry(folder, entry)).toBe(true)
  const { entries: read, unreadable } = await readJournal(folder)
  expect(new Set(read)).toEqual(new Set(entries))
  expect(unreadable).toEqual([])
})

test('the check that hooks make and the schema agree on every way to break an entry', () => {
  const places = (value: unknown): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) => [[key], ...places(inner).map(path => [key, ...path])])
  const broken = fc
    .constantFrom(...entries)
    .chain(entry => fc.tuple(fc.constant(entry), fc.constantFrom(...places(entry), ['more']), fc.jsonValue()))
  fc.assert(
    fc.property(broken, ([entry, path, value]) => {
      const text = JSON.stringify(put(entry, path, value))
      expect(checkEntry(text) !== null).toBe(entrySchema.safeParse(JSON.parse(text)).success)
    }),
    { numRuns: 500 },
  )
})

function put(document: unknown, [first = '', ...rest]: string[], value: unknown): unknown {
  const copy = structuredClone(document) as Record<string, unknown>
  copy[first] = rest.length > 0 ? put(copy[first], rest, value) : value
  return copy
}

test('of twenty that want the same exception one gets it', async () => {
  const folder = temporaryFolder()
  await writeEntry(folder, allowed)
  const got = await Promise.all(Array.from({ length: 20 }, () => writeEntry(folder, used)))
  expect(got.filter(Boolean)).toHaveLength(1)
  expect(await openExceptions(folder)).toEqual([])
})

test('an exception is open until its use is on record, even one that cannot be read', async () => {
  const folder = temporaryFolder()
  expect(await openExceptions(join(folder, 'nowhere'))).toEqual([])
  await writeEntry(folder, allowed)
  expect(await openExceptions(folder)).toEqual([allowed])
  writeFileSync(join(folder, 'one.used.json'), '{"vers')
  expect(await openExceptions(folder)).toEqual([])
})

test('a damaged exception, one of a newer wingman, and a copy of one open nothing', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'half.allowed.json'), JSON.stringify(allowed).slice(0, 40))
  writeFileSync(join(folder, 'newer.allowed.json'), JSON.stringify({ ...allowed, id: 'newer', version: 2 }))
  mkdirSync(join(folder, 'folder.allowed.json'))
  await writeEntry(folder, allowed)
  await writeEntry(folder, used)
  copyFileSync(join(folder, 'one.allowed.json'), join(folder, 'two.allowed.json'))
  expect(await openExceptions(folder)).toEqual([])
  expect((await readJournal(folder)).unreadable).toHaveLength(4)
})

test('pushes that were let go are known by remote, ref and commit; an address is not written down', async () => {
  const folder = join(temporaryFolder(), 'pushes')
  const ref = { localRef: 'x', local: commit, remoteRef: 'refs/heads/main', remote: null }
  notePush(folder, 'origin', [ref, { ...ref, local: null }])
  notePush(folder, 'https://me:word@host/x', [ref])
  writeFileSync(join(folder, 'named.jsonl'), '{"version":1,"rem', { flag: 'a' })
  expect([...(await readPushes(folder))]).toEqual([pushKey('origin', 'refs/heads/main', commit)])
})

test('what was looked at is read again; what cannot be read was not', async () => {
  const folder = temporaryFolder()
  expect(await readLooked(folder)).toBeNull()
  const refs = new Map([['refs/remotes/origin/main', commit]])
  await writeLooked(folder, refs)
  expect(await readLooked(folder)).toEqual(refs)
  writeFileSync(join(folder, 'looked.json'), '{')
  expect(await readLooked(folder)).toBeNull()
})
