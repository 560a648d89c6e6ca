import { posix } from 'node:path'
import type { Locate } from './match-problems.ts'

export interface Ground {
  /** The folder the command ran in, by every name it has: tools print the real path of a linked one. */
  roots: readonly string[]
  /** The files of the change. */
  changed: readonly string[]
  /** Whether a repository-relative path is a file in there, and not by way of a link that leads out. */
  isFile(path: string): boolean
}

/** Output is hostile: a path counts only if it is a file of the repository. */
export function locateOn({ roots, changed, isFile }: Ground): Locate {
  const known = new Map<string, string | null>()
  return raw => {
    const path = relativePath(raw, roots)
    if (path === null) return null
    if (!known.has(path)) known.set(path, isFile(path) ? path : onlyEndingIn(path, changed))
    return known.get(path) ?? null
  }
}

/** Relative to the root, with forward slashes; null if it points elsewhere or does not look like a file. */
export function relativePath(raw: string, roots: readonly string[]): string | null {
  const printed = raw
    .trim()
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
  if (printed.length > 1_000 || /[\x00-\x1f\x7f]|:\/\//.test(printed)) return null
  const root = roots.map(r => r.replaceAll('\\', '/')).find(r => printed.startsWith(`${r}/`))
  const path = posix.normalize(root === undefined ? printed : printed.slice(root.length + 1))
  if (posix.isAbsolute(path) || /^([A-Za-z]:|~|\.\.?(\/|$)|\.git(\/|$))/.test(path)) return null
  return looksLikeAFile(path) ? path : null
}

/** `12:30:45: …` and `localhost:80: …` have the shape of a place; neither `12` nor `localhost` is a file. */
function looksLikeAFile(path: string): boolean {
  const name = posix.basename(path)
  return /[A-Za-z_]/.test(name) && (/[./]/.test(path) || /^[A-Z][A-Za-z]*file$/.test(name))
}

/** A command that ran in a package prints paths relative to it. Two candidates are none. */
function onlyEndingIn(path: string, changed: readonly string[]): string | null {
  const [first, second] = changed.filter(file => file.endsWith(`/${path}`))
  return first !== undefined && second === undefined ? first : null
}
