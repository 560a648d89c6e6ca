import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/repository.ts'
import { sources } from '../support/sources.ts'
import { readJournal } from './shim/journal.ts'

const { CHANGES, BY_HANDLE, GIT_READS } = createRequire(import.meta.url)('./shim/points.cjs') as {
  CHANGES: string[]
  BY_HANDLE: string[]
  GIT_READS: string[]
}

/** What only looks. Everything else of node:fs changes the disk, or is not known to be harmless. */
const LOOKS = [
  'access',
  'accessSync',
  'constants',
  'existsSync',
  'fstatSync',
  'lstat',
  'lstatSync',
  'readdir',
  'readdirSync',
  'readFile',
  'readFileSync',
  'readSync',
  'readlink',
  'readlinkSync',
  'realpath',
  'realpathSync',
  'stat',
  'statfs',
  'statSync',
]

/** Loaded only when asked: what is called of it is as if it were imported by name. */
const calledOf = (text: string): string =>
  [...new Set([...text.matchAll(/\bpromises\.(\w+)\(/g)].map(([, name = '']) => name))].join(', ')

const imported = sources().flatMap(({ path, text }) =>
  [...text.matchAll(/^import\s+(type\s)?([^'"]+?)\s+from\s+'(?:node:)?(fs(?:\/promises)?)'/gm)]
    .filter(([, type]) => !type)
    .map(([, , names = '', from = '']) =>
      names === '{ promises }'
        ? { path, names: `{ ${calledOf(text)} }`, from: 'fs/promises' }
        : { path, names, from },
    ),
)

test('the suite sees every function that changes the disk: each is a point', () => {
  const unseen = imported.flatMap(({ path, names, from }) =>
    namesIn(names)
      .filter(name => !isSeen(name, from))
      .map(name => `${path}: ${name} of ${from}`),
  )
  expect(imported.length).toBeGreaterThan(10)
  expect(unseen).toEqual([])
})

test('node:fs is imported by the names of its functions, and never lazily, or the suite could not tell', () => {
  const wholesale = imported.filter(({ names }) => !/^\{[^}]*\}$/.test(names)).map(({ path }) => path)
  const lazy = sources().filter(({ text }) => /(?:import|require)\(\s*'(?:node:)?fs/.test(text))
  expect([...wholesale, ...lazy.map(({ path }) => path)]).toEqual([])
})

test('what git is only asked, the suite does not take for a change, and nothing more', () => {
  const verbs = sources().find(({ path }) => path === 'adapters/git/verbs.ts')
  const reading = /const READING = new Set\(\[([^\]]*)\]/.exec(verbs?.text ?? '')?.[1] ?? ''
  expect([...reading.matchAll(/'([^']+)'/g)].map(([, verb]) => verb).sort()).toEqual([...GIT_READS].sort())
})

test('a line of the journal that is still being written is none yet', () => {
  const path = join(temporaryFolder(), 'journal')
  const begun = '{"pid":1,"role":"worker","what":"start"}\n{"pid":1,"role":"worker","what":"end"}\n'
  writeFileSync(path, `${begun}{"pid":2,"role":"worker","what":"sta`)
  expect([...readJournal(path).roles]).toEqual(['worker'])
})

const namesIn = (names: string): string[] =>
  names
    .replace(/[{}]/g, '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))

function isSeen(name: string, from: string): boolean {
  if (LOOKS.includes(name) || BY_HANDLE.includes(name)) return true
  // The forms with a callback are not watched.
  return from === 'fs' ? CHANGES.some(change => name === `${change}Sync`) : CHANGES.includes(name)
}
