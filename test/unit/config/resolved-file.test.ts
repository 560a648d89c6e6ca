import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PLACES } from '../../../src/config/places.ts'
import { readConfig } from '../../../src/config/read.ts'
import { RESOLVED_FILE, readResolved } from '../../../src/config/read-resolved.ts'
import { writeResolved } from '../../../src/config/resolved-file.ts'
import { isResolvedFile } from '../../../src/config/resolved-shape.ts'
import { resolvedFileSchema } from '../../../src/domain/resolved-config.schema.ts'
import { folderWith, minimal, put } from '../../support/config-folder.ts'

const VERSION = '1.2.3'

const FILES = {
  'wingman.config.ts': `import { reviewers } from './shared/reviewers.ts'
export default {
  models: { fast: { agent: 'claude' }, local: { api: 'openai-compatible', baseUrl: 'http://x', model: 'm' } },
  reviewers,
  loops: { basics: { reviewers: ['rules', 'types', 'security'] } },
  gates: { ship: { requires: ['basics'] } },
  context: { base: 'origin/main', commands: { lint: 'x' } },
  budget: { perDay: '$1.50' },
}`,
  'shared/reviewers.ts': `import { command } from './command.mjs'
export const reviewers = {
  types: { run: command },
  security: { model: ['fast'], prompt: './review/security.md', paths: ['a'], verify: 'local' },
  rules: { rules: { 'focused-test': 'off' } },
}`,
  'shared/command.mjs': "export const command = 'tsc'",
  'review/security.md': 'Look for holes.',
}

async function written(files: Record<string, unknown> = FILES): Promise<{ root: string; dir: string }> {
  const root = folderWith(files)
  const dir = join(root, '.git', 'wingman')
  mkdirSync(join(root, '.git'), { recursive: true })
  writeResolved(dir, await readConfig({ root, ruleSet: {} }), VERSION)
  return { root, dir }
}

test('what was written is read back', async () => {
  const { root, dir } = await written()
  const { config } = await readConfig({ root, ruleSet: {} })
  expect(readResolved(dir, root, VERSION)).toEqual({ config })
  expect(readdirSync(dir)).toEqual([RESOLVED_FILE])
})

test('that there is no config is an answer too, until there is one', async () => {
  const { root, dir } = await written({})
  expect(readResolved(dir, root, VERSION)).toEqual({ config: null })
  put(root, { '.wingmanrc': minimal })
  expect(readResolved(dir, root, VERSION)).toEqual({ reason: 'moved' })
})

test('nothing was written', () => {
  const root = folderWith({})
  expect(readResolved(join(root, 'nowhere'), root, VERSION)).toEqual({ reason: 'missing' })
})

test.each(Object.keys(FILES))('it has moved when %s changes', async path => {
  const { root, dir } = await written()
  writeFileSync(join(root, path), `${readFileSync(join(root, path), 'utf8')}\n`)
  expect(readResolved(dir, root, VERSION)).toEqual({ reason: 'moved' })
})

test.each(Object.keys(FILES))('it has moved when %s goes', async path => {
  const { root, dir } = await written()
  rmSync(join(root, path))
  expect(readResolved(dir, root, VERSION)).toEqual({ reason: 'moved' })
})

test.each(PLACES.filter(place => place !== 'wingman.config.ts'))(
  'it has moved when %s comes',
  async place => {
    const { root, dir } = await written()
    put(root, { [place]: '{}' })
    expect(readResolved(dir, root, VERSION)).toEqual({ reason: 'moved' })
  },
)

test('it has moved when another wingman reads it', async () => {
  const { root, dir } = await written()
  expect(readResolved(dir, root, '1.2.4')).toEqual({ reason: 'moved' })
})

test('a prompt that is not text does not move for ever', async () => {
  const { root, dir } = await written()
  writeFileSync(join(root, 'review/security.md'), Buffer.from([0x4c, 0xff, 0xfe]))
  writeResolved(dir, await readConfig({ root, ruleSet: {} }), VERSION)
  expect(readResolved(dir, root, VERSION)).toHaveProperty('config')
})

test.each(['', '{', 'null', '[]', '{}', '{"version":2}'])('%j is unreadable', async text => {
  const { root, dir } = await written()
  writeFileSync(join(dir, RESOLVED_FILE), text)
  expect(readResolved(dir, root, VERSION)).toEqual({ reason: 'unreadable' })
})

test('a folder in its place is no file', () => {
  const root = folderWith({})
  mkdirSync(join(root, RESOLVED_FILE))
  expect(readResolved(root, root, VERSION)).toEqual({ reason: 'missing' })
})

describe('the check by hand and the schema', () => {
  test('agree on every way to break a file', async () => {
    const { dir } = await written()
    const good: unknown = JSON.parse(readFileSync(join(dir, RESOLVED_FILE), 'utf8'))
    expect([isResolvedFile(good), resolvedFileSchema.safeParse(good).success]).toEqual([true, true])

    let refused = 0
    for (const broken of variants(good)) {
      const byHand = isResolvedFile(broken)
      expect(byHand, JSON.stringify(broken)).toBe(resolvedFileSchema.safeParse(broken).success)
      if (!byHand) refused++
    }
    expect(refused).toBeGreaterThan(500)
  })
})

const SCRAPS = [null, 0, -1, 1.5, '', 'x', 'block', true, [], ['x'], [1], {}, { a: 'x' }, { a: 1 }]

/** The same value with one thing in it replaced, removed or added. */
function* variants(value: unknown): Generator<unknown> {
  yield* SCRAPS
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const other of variants(item)) yield value.with(i, other)
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, extra: 1 }
    for (const [key, item] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
      for (const other of variants(item)) yield { ...value, [key]: other }
    }
  }
}

test('what a hook loads has neither zod nor a config loader in it', () => {
  const seen = new Set<string>()
  const imports = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(new URL(file, SOURCE), 'utf8')
    for (const [, from = ''] of text.matchAll(/^import (?!type )[^']*'([^']+)'/gm)) {
      if (from.startsWith('.')) imports(from)
      else expect(['node:crypto', 'node:fs', 'node:path']).toContain(from)
    }
  }
  imports('./read-resolved.ts')
  expect([...seen]).toEqual(['./read-resolved.ts', './resolved-shape.ts'])
})

const SOURCE = new URL('../../../src/config/', import.meta.url)
