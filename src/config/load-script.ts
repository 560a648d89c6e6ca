import { createJiti } from 'jiti'
import { sentenceOf } from '../errors.ts'
import { defineConfig } from './define.ts'
import type { LoadedConfig } from './load.ts'
import { unreadable } from './problem.ts'
import { positionsInScript } from './script-positions.ts'

/**
 * Runs a config that is a program. TypeScript is only stripped, by what jiti brings along: whichever compiler the
 * project has, or none, does not matter.
 */
export async function loadScript(script: {
  path: string
  text: string
  file: string
}): Promise<Omit<LoadedConfig, 'file'>> {
  const document = defaultExport(script, await evaluate(script))
  return { document, positionOf: positionsInScript(script.text) }
}

async function evaluate({
  path,
  text,
  file,
}: {
  path: string
  text: string
  file: string
}): Promise<unknown> {
  try {
    // Always transpiled: Node would keep a native import until the process ends, and would not know `git-wingman`.
    return await jitiFor(path).evalModule(text, {
      id: path,
      filename: path,
      async: true,
      forceTranspile: true,
    })
  } catch (error) {
    throw unreadable(file, { ...whereItFailed({ path, text }, error), cause: error })
  }
}

export function jitiFor(path: string) {
  return createJiti(path, {
    // jiti would keep its translation in a shared temporary folder, where another user could leave one for us to run.
    fsCache: false,
    moduleCache: false,
    // So that `import { defineConfig } from 'git-wingman'` works where nothing is installed.
    virtualModules: { 'git-wingman': { defineConfig } },
  })
}

function defaultExport({ file, text }: { file: string; text: string }, module: unknown): unknown {
  const isObject = typeof module === 'object' && module !== null
  const isModule = isObject && Object.hasOwn(module, '__esModule')
  // A program that exports nothing at all is taken for an old kind of module, which has an empty object to give.
  const isNothing = isObject && Object.keys(module).length === 0 && !/\bexports\b/.test(text)
  if (!isModule && !isNothing) return module
  if ('default' in module && Object.hasOwn(module, 'default')) return module.default
  throw unreadable(file, { message: 'it has no default export. Write: export default defineConfig({ … })' })
}

/**
 * jiti's own parse errors end in `<path>:<line>:<column>`, with columns from 0. What the program throws has its place in the
 * stack; there the line is the program's, the column that of its translation, so the line's beginning is named.
 */
function whereItFailed({ path, text }: { path: string; text: string }, error: unknown) {
  const message = sentenceOf(error)
  const parsed = placeIn(message, path)
  const thrown = parsed ?? placeIn(error instanceof Error ? (error.stack ?? '') : '', path)
  const [first = ''] = message.replace(/^ParseError: /, '').split('\n')
  const column = (line: number) => (text.split('\n')[line - 1] ?? '').search(/\S|$/) + 1
  const position = parsed
    ? { line: parsed.line, column: parsed.column + 1 }
    : thrown && { line: thrown.line, column: column(thrown.line) }
  return { message: first.trim(), position }
}

function placeIn(trace: string, path: string): { line: number; column: number } | null {
  const at = trace.indexOf(`${path}:`)
  const [, line, column] = at < 0 ? [] : (/^:(\d+):(\d+)/.exec(trace.slice(at + path.length)) ?? [])
  return line && column ? { line: Number(line), column: Number(column) } : null
}
