import { expect, test } from 'vitest'
import { type SourceFile, sources } from '../../support/sources.ts'

/** Which rooms a room may look into. What stands at the top of `src/` is a room of its own, by its file name. */
const ARROWS: Record<string, string[]> = {
  domain: [],
  'errors.ts': [],
  'paint.ts': [],
  'package.ts': [],
  'ports.ts': ['domain'],
  'messages.ts': ['domain'],
  'gate-messages.ts': ['domain', 'messages.ts', 'paint.ts'],
  'wait-messages.ts': ['domain'],
  'watch-messages.ts': ['domain', 'messages.ts', 'wait-messages.ts'],
  'agent-messages.ts': ['domain', 'messages.ts', 'paint.ts'],
  config: ['domain', 'errors.ts', 'package.ts'],
  'index.ts': ['config'],
  engine: ['domain', 'ports.ts', 'errors.ts', 'messages.ts'],
  adapters: ['domain', 'ports.ts', 'errors.ts', 'messages.ts', 'paint.ts', 'package.ts'],
  cli: [
    'domain',
    'engine',
    'adapters',
    'config',
    'ports.ts',
    'errors.ts',
    'messages.ts',
    'gate-messages.ts',
    'wait-messages.ts',
    'watch-messages.ts',
    'agent-messages.ts',
    'paint.ts',
    'package.ts',
  ],
}

const roomOf = (path: string): string => path.split('/')[0] ?? ''

const files = sources()

test('every file stands in a room that is known', () => {
  expect(files.map(({ path }) => roomOf(path)).filter(room => !(room in ARROWS))).toEqual([])
})

test('no import goes against the arrows', () => {
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ isOurs, target }) => isOurs && roomOf(target) !== roomOf(path))
      .filter(({ target }) => !ARROWS[roomOf(path)]?.includes(roomOf(target)))
      .map(({ target }) => `${path} → ${target}`),
  )
  expect(wrong).toEqual([])
})

const domain = files.filter(({ path }) => roomOf(path) === 'domain')
const libraries = (file: SourceFile) =>
  file.imports.filter(({ isOurs }) => !isOurs).map(({ target }) => target)

test('the domain is pure: no library but zod in the schemas, no node, no waiting, no clock', () => {
  for (const file of domain) {
    expect(libraries(file), file.path).toEqual(file.path.endsWith('.schema.ts') ? ['zod'] : [])
    expect(file.text, file.path).not.toMatch(
      /\bawait\b|\basync\b|\bnew Date\(|\bDate\.now|\bprocess\.|\bsetTimeout\(|\bMath\.random/,
    )
  }
})

test('the domain imports a schema only from a schema', () => {
  const wrong = domain
    .filter(({ path }) => !path.endsWith('.schema.ts'))
    .flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.endsWith('.schema.ts')).map(() => path),
    )
  expect(wrong).toEqual([])
})

test('the engine asks its ports, and nothing else, about the world', () => {
  const wrong = files
    .filter(({ path }) => roomOf(path) === 'engine')
    .filter(
      file =>
        libraries(file).some(name => name.startsWith('node:')) ||
        /\bprocess\.|\bnew Date\(|\bDate\.now/.test(file.text),
    )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('zod is imported whole, which bundles six times smaller', () => {
  const wrong = files.filter(
    ({ text }) => /from 'zod'/.test(text) && !/import (type )?\* as z from 'zod'/.test(text),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})
