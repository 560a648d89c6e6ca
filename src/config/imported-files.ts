import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { jitiFor } from './load-script.ts'

// Also matches in comments and strings: a file too many costs a digest, one too few a stale config.
const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"`])([.#/][^'"`\n]*|file:[^'"`\n]*)\1/g

/**
 * The local files that a config program imports, and what they import, found by reading: whatever they would do when
 * run, this does not run them. Not known: what is imported under a computed name, what is read as a file, the
 * environment, and packages in `node_modules`.
 */
export function importedFiles(entry: string): string[] {
  const jiti = jitiFor(entry)
  const found = new Set<string>()
  const follow = (file: string) => {
    for (const specifier of specifiersIn(file)) {
      const url = jiti.esmResolve(specifier, { parentURL: pathToFileURL(file).href, try: true })
      const path = url?.startsWith('file:') ? fileURLToPath(url) : null
      if (path === null || path === entry || found.has(path) || /[\\/]node_modules[\\/]/.test(path)) continue
      found.add(path)
      follow(path)
    }
  }
  follow(entry)
  return [...found].sort()
}

function specifiersIn(file: string): string[] {
  try {
    return [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].flatMap(match => match[2] ?? [])
  } catch {
    return []
  }
}
