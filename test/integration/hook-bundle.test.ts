import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Somebody waits for these hooks. What they load at once must not bring a library along that is slow to load; what they
// import on demand may.

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** A text that only the library itself has, and that survives minification. */
const SLOW: Record<string, string> = {
  zod: 'ZodError',
  cosmiconfig: 'searchPlaces',
  yaml: 'YAMLParseError',
  jiti: 'require(`jiti`)',
  listr2: 'LISTR_',
  execa: 'ExecaError',
  commander: 'CommanderError',
  'simple-git': 'simple-git',
  picomatch: 'POSIX_REGEX',
}

test('the hooks are in the bundle, in a few files', () => {
  // By it a Node that is too old is told from one that is not: a few lines, 0.2 ms.
  const known = new Set(staticImports(readFileSync(join(dist, 'hook.js'), 'utf8')))
  expect([...known]).toEqual(['./old-node.js', './hook-main.js', './agent-main.js'])
  const loaded = loadedBy('hook-main.js')
  expect(textOf(loaded)).toContain('git named a ref in a way that is not understood')
  // Each file takes a start about a millisecond.
  expect(loaded.length, loaded.join(', ')).toBeLessThanOrEqual(3)
})

test("an agent's hook is one small file, which loads nothing but what Node has at hand", () => {
  const text = readFileSync(join(dist, 'agent-main.js'), 'utf8')
  expect(loadedBy('agent-main.js')).toHaveLength(1)
  expect(text).toContain('UserPromptSubmit')
  expect(text.length).toBeLessThan(40_000)
  const required = [...text.matchAll(/\brequire\(([^)]*)\)/g)].map(([, name = '']) => name.slice(1, -1))
  // No crypto, no promises of files, and nothing that starts another program: git is asked by the rest of us, if at all.
  expect(required.toSorted()).toEqual(['node:fs', 'node:os', 'node:path'])
  for (const mark of Object.values(SLOW)) expect(text).not.toContain(mark)
})

describe.each(Object.entries(SLOW))('%s', (_, mark) => {
  test('is not loaded by a hook', () => {
    const guilty = loadedBy('hook-main.js').filter(file => readFileSync(file, 'utf8').includes(mark))
    expect(guilty).toEqual([])
  })

  test('would be noticed: it is elsewhere in the bundle', () => {
    const files = readdirSync(dist).filter(name => name.endsWith('.js'))
    expect(textOf(files.map(name => join(dist, name)))).toContain(mark)
  })
})

test('a plain question to the gate loads no more than a hook does', () => {
  expect(loadedBy('wingman.js').length).toBeLessThanOrEqual(3)
})

/** The file and everything it imports statically, however far. */
function loadedBy(entry: string): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const next of staticImports(readFileSync(file, 'utf8'))) visit(join(dirname(file), next))
  }
  visit(join(dist, entry))
  return [...found]
}

/** What is required at once; not what `import("./x.js")` became, `.then(()=>require("./x.js"))`. */
const staticImports = (text: string): string[] =>
  [...text.matchAll(/(?<!=>(?:\w+\.\w+\()?)\brequire\((["'`])(\.\/[^"'`]+)\1\)/g)].map(
    ([, , path = '']) => path,
  )

const textOf = (files: readonly string[]): string => files.map(file => readFileSync(file, 'utf8')).join('\n')
