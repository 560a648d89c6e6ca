import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** From `src/` on. */
  path: string
  text: string
  imports: Import[]
}

interface Import {
  /** `engine/review.ts` for ours, the specifier for everything else. */
  target: string
  isOurs: boolean
  isTypeOnly: boolean
}

/** Every source file with what it imports, read from the text: the tests of the house need no compiler. */
export function sources(): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map(name => {
      const path = name.replaceAll('\\', '/')
      const text = readFileSync(join(root, 'src', name), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\b(?:import|require|getBuiltinModule)\(\s*['"`]([^'"`]+)['"`]/gm

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, plain, lazy]) => {
    const specifier = plain ?? lazy ?? ''
    const isOurs = specifier.startsWith('.')
    const target = isOurs ? relative('/', join('/', dirname(path), specifier)) : specifier
    return { target, isOurs, isTypeOnly: type !== undefined }
  })
}
