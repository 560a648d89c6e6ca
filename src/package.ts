import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of this package, seen from a source file as well as from the bundle: both stand one below it. */
const root = join(import.meta.dirname, '..')

export const packageFile = (...parts: string[]): string => join(root, ...parts)

export const packageVersion = (): string =>
  JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version
