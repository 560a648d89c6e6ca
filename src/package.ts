import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, seen from a source file as well as from the bundle. */
const root = (() => {
  for (let dir = dirname(fileURLToPath(import.meta.url)); ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json')) || dirname(dir) === dir) return dir
  }
})()

export const packageFile = (...parts: string[]): string => join(root, ...parts)

export const packageVersion = (): string =>
  JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version
