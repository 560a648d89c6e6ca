import { chmodSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { PLACES } from '../../../src/config/places.ts'
import { WingmanError } from '../../../src/errors.ts'
import { folderWith, minimal, put } from '../../support/config-folder.ts'

const TYPED = `import { defineConfig } from 'git-wingman'
const reviewers: ('rules')[] = ['rules']
export default defineConfig({ loops: { basics: { reviewers } } })
`
const PLAIN = "export default { loops: { basics: { reviewers: ['rules'] } } }\n"
const YAML = 'loops:\n  basics:\n    reviewers: [rules]\n'

const KINDS: Record<(typeof PLACES)[number], unknown> = {
  'wingman.config.ts': TYPED,
  'wingman.config.mts': TYPED,
  'wingman.config.js': PLAIN,
  'wingman.config.mjs': PLAIN,
  'wingman.config.yaml': YAML,
  'wingman.config.yml': YAML,
  'wingman.config.json': minimal,
  '.wingmanrc': YAML,
  '.wingmanrc.json': minimal,
  '.wingmanrc.yaml': YAML,
  'package.json': { name: 'x', wingman: minimal },
}

async function failure(root: string): Promise<WingmanError> {
  const error = await loadConfig(root).catch((thrown: unknown) => thrown)
  if (!(error instanceof WingmanError)) throw new Error(`no WingmanError: ${String(error)}`)
  return error
}

describe.each(PLACES)('%s', place => {
  test.each(['commonjs', 'module'])('says the same in a project of type %s', async type => {
    const manifest = { 'package.json': { type } }
    const root = folderWith({ ...manifest, [place]: KINDS[place] }, 'with a space')
    expect(await loadConfig(root)).toMatchObject({ file: place, document: minimal })
  })
})

test('no config is null, and a package.json without one is none', async () => {
  expect(await loadConfig(folderWith({ 'package.json': { name: 'x' } }))).toBeNull()
})

test('only the root is searched', async () => {
  const root = folderWith({ 'wingman.config.json': minimal, 'packages/a/x.txt': '' })
  expect(await loadConfig(join(root, 'packages/a'))).toBeNull()
})

test('two configs are an error that names both', async () => {
  const error = await failure(
    folderWith({ 'wingman.config.yaml': YAML, 'package.json': { wingman: minimal } }),
  )
  expect(error.code).toBe('E_CONFIG')
  expect(error.message).toBe(
    'There are 2 configs, and only one can hold: wingman.config.yaml and package.json.',
  )
})

test('a config in JavaScript may be CommonJS', async () => {
  const root = folderWith({ 'wingman.config.js': `module.exports = ${JSON.stringify(minimal)}` })
  expect((await loadConfig(root))?.document).toEqual(minimal)
})

test('a config in JavaScript may import git-wingman where it is not installed', async () => {
  for (const name of ['wingman.config.js', 'wingman.config.mjs']) {
    const root = folderWith({
      [name]: `import { defineConfig } from 'git-wingman'\nexport default defineConfig(${JSON.stringify(minimal)})`,
    })
    expect((await loadConfig(root))?.document).toEqual(minimal)
  }
})

test('whichever TypeScript the project has does not matter', async () => {
  const root = folderWith({
    'wingman.config.ts': TYPED,
    'tsconfig.json': '{ this is not even JSON',
    'node_modules/typescript/package.json': { name: 'typescript', version: '7.0.0', main: 'broken.js' },
    'node_modules/typescript/broken.js': 'throw new Error("typescript was loaded")',
  })
  expect((await loadConfig(root))?.document).toEqual(minimal)
})

test('a config may import files of the project', async () => {
  const root = folderWith({
    'wingman.config.ts': "import { loops } from './shared/loops.js'\nexport default { loops }",
    'shared/loops.ts': "import data from './data.json'\nexport const loops: object = data.loops",
    'shared/data.json': minimal,
  })
  expect((await loadConfig(root))?.document).toEqual(minimal)
})

test('a config that was edited is read again', async () => {
  for (const name of ['wingman.config.ts', 'wingman.config.mjs']) {
    const root = folderWith({ [name]: PLAIN })
    await loadConfig(root)
    put(root, { [name]: 'export default { enabled: false }' })
    expect((await loadConfig(root))?.document).toEqual({ enabled: false })
  }
})

test("cosmiconfig's own imports are not followed", async () => {
  const root = folderWith({ 'wingman.config.json': { $import: './other.json' }, 'other.json': minimal })
  expect((await loadConfig(root))?.document).toEqual({ $import: './other.json' })
})

test('nothing is left beside the config', async () => {
  const root = folderWith({ 'wingman.config.ts': TYPED, 'node_modules/x/y.txt': '' })
  await loadConfig(root)
  expect(readdirSync(root, { recursive: true }).sort()).toEqual(
    ['node_modules', 'node_modules/x', 'node_modules/x/y.txt', 'wingman.config.ts'].sort(),
  )
})

test('a link to a config is a config, a folder of that name is none', async () => {
  const root = folderWith({ 'config/real.yaml': YAML, '.wingmanrc/x.txt': '' })
  symlinkSync('config/real.yaml', join(root, 'wingman.config.yaml'))
  expect((await loadConfig(root))?.file).toBe('wingman.config.yaml')
})

test.each([
  ['wingman.config.json', '{\n  "loops": 1,\n}', ':2:13: JSON allows no comma after the last entry'],
  ['wingman.config.json', '{\n  // why\n  "loops": 1 }', ':2:3: this is not JSON: comments are not allowed'],
  ['wingman.config.json', "{\n  'loops': 1 }", ':2:3: this is not JSON: text needs double quotes'],
  ['wingman.config.json', '{\n  loops: 1 }', ':2:3: this is not JSON: loops needs double quotes'],
  ['wingman.config.json', '{ "a": 1,\n  "a": 2 }', ":2:3: 'a' is there twice."],
  ['wingman.config.json', '{\n  "a": 1', ':2:9: Flow map must end with a }'],
  ['wingman.config.json', '{\n  "a" 1 }', ':2:7: Missing , or :'],
  ['.wingmanrc.json', '', ': it is empty.'],
  ['package.json', '{\n  "wingman": {},\n}', ':2:16: JSON allows no comma after the last entry'],
  ['wingman.config.yaml', 'a: 1\na: 2', ":2:1: 'a' is there twice."],
  ['wingman.config.yaml', 'loops:\n\ta: 1', ':2:1: Tabs are not allowed as indentation'],
  ['wingman.config.yaml', 'a: 1\n---\nb: 1', ':2:1: a second document begins here'],
  ['.wingmanrc', 'loops: [', ':1:9: '],
  ['wingman.config.ts', 'export default {\n  loops: [,\n}', ':3:'],
  ['wingman.config.ts', 'export const loops = {}', ': it has no default export.'],
  ['wingman.config.ts', '\nthrow new Error("no luck today")', ':2:1: no luck today'],
  ['wingman.config.ts', "import x from './nope'\nexport default x", 'nope'],
  ['wingman.config.mjs', '', ': it is empty.'],
])('%s: %j is reported at its line', async (name, text, message) => {
  const error = await failure(folderWith({ [name]: text }))
  expect(error.code).toBe('E_CONFIG')
  expect(error.message).toContain(message)
  expect(error.message.startsWith(name)).toBe(true)
  expect(error.hint).toBe(`Correct ${name}, then run: wingman config check`)
})

test('a file that cannot be read is an error, not an absent config', async () => {
  const root = folderWith({ 'wingman.config.yaml': YAML })
  for (const folder of [dirname(root), root]) chmodSync(folder, 0o755)
  chmodSync(join(root, 'wingman.config.yaml'), 0)
  const error = await asAnybody(() => failure(root))
  expect(error.message).toMatch(/it cannot be read: .*EACCES/)
})

test("nothing but the config is run: not cosmiconfig's own settings, nor a package.json that is just being merged", async () => {
  const root = folderWith({
    'wingman.config.yaml': YAML,
    'package.json': '<<<<<<< HEAD "wingman"',
    '.config/config.cjs': "throw new Error('was run')",
  })
  const before = process.cwd()
  process.chdir(root)
  try {
    expect((await loadConfig(root))?.document).toEqual(minimal)
  } finally {
    process.chdir(before)
  }
})

describe('positions', () => {
  test.each([
    ['wingman.config.yaml', 'loops:\n  basics:\n    reviewers:\n      - rules\n      - typs\n', 5],
    ['wingman.config.json', '{\n "loops": {\n  "basics": {\n   "reviewers": ["rules",\n "typs"] } } }', 5],
    ['package.json', '{\n"wingman":\n{"loops": {"basics": {"reviewers": ["rules",\n"typs"] } } } }', 4],
    [
      'wingman.config.ts',
      "// loops: {\nexport default {\n  reviewers: { basics: { run: 'loops: {' } },\n  loops: {\n    'basics': {\n      /* [ */ reviewers: ['rules',\n      'typs'] } } }",
      7,
    ],
    [
      'wingman.config.mts',
      "const config = {\n  loops: { basics: { reviewers: [\n 'rules',\n 'typs'] } }\n}\nexport default config\n",
      4,
    ],
  ])('%s knows the line of an entry', async (name, text, line) => {
    const loaded = await loadConfig(folderWith({ [name]: text }))
    expect(loaded?.positionOf(['loops', 'basics', 'reviewers', 1])?.line).toBe(line)
  })

  test('of what is not there, the place around it', async () => {
    const yaml = await loadConfig(folderWith({ '.wingmanrc': 'enabled: true\nloops:\n  a: {}\n' }))
    expect(yaml?.positionOf(['loops', 'a', 'reviewers', 3])).toEqual({ line: 3, column: 3 })
    const script = await loadConfig(
      folderWith({ 'wingman.config.ts': 'const a = {}\nexport default {\n  loops: { a },\n}' }),
    )
    expect(script?.positionOf(['loops', 'a', 'reviewers'])).toEqual({ line: 3, column: 3 })
    expect(script?.positionOf(['gates'])).toBeNull()
  })
})

describe('a program that fails is told where', () => {
  test.each([
    ['what it throws', 'throw new Error("boom")\n', '1:1: boom'],
    [
      'a module that is not there',
      "\nimport x from 'nope'\nexport default x\n",
      "2:1: Cannot find module 'nope'",
    ],
    [
      'a name that is not there',
      'const b = 1\n  const a: number = nowhere + b\nexport default a\n',
      '2:3: nowhere is not defined',
    ],
  ])('%s', async (_, text, place) => {
    const error = await failure(folderWith({ 'wingman.config.ts': text }))
    expect(error.message).toContain(`wingman.config.ts:${place}`)
  })

  test('an export that was forgotten', async () => {
    const error = await failure(folderWith({ 'wingman.config.ts': `const x = ${JSON.stringify(minimal)}\n` }))
    expect(error.message).toContain('it has no default export')
  })
})

/** Root can read everything, so it is nobody for as long as this takes. */
async function asAnybody<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act()
  process.seteuid?.('nobody')
  try {
    return await act()
  } finally {
    process.seteuid?.(0)
  }
}
