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
  const document = defaultExport(script.file, await evaluate(script))
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
    throw unreadable(file, { ...whereItFailed(path, error), cause: error })
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

function defaultExport(file: string, module: unknown): unknown {
  const isModule = typeof module === 'object' && module !== null && Object.hasOwn(module, '__esModule')
  if (!isModule) return module
  if ('default' in module && Object.hasOwn(module, 'default')) return module.default
  throw unreadable(file, { message: 'it has no default export. Write: export default defineConfig({ … })' })
}

/** jiti's own parse errors end in `<path>:<line>:<column>`, what the program throws has it in its stack. */
function whereItFailed(path: string, error: unknown) {
  const message = sentenceOf(error)
  const trace = error instanceof Error ? `${message}\n${error.stack ?? ''}` : message
  const at = trace.indexOf(`${path}:`)
  const [, line, column] = at < 0 ? [] : (/^:(\d+):(\d+)/.exec(trace.slice(at + path.length)) ?? [])
  const [first = ''] = message.replace(/^ParseError: /, '').split('\n')
  return {
    message: first.trim(),
    position: line && column ? { line: Number(line), column: Number(column) } : null,
  }
}
