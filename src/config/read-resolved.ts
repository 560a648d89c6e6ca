import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { isResolvedFile } from './resolved-shape.ts'

// Hooks load this file. It must stay free of zod and of everything that finds or parses a config.

export const RESOLVED_FILE = 'resolved-config.json'

export interface ResolvedFile {
  version: 1
  /** The version of wingman that wrote it: another one may bring other defaults and other built-in prompts. */
  wingman: string
  sources: Source[]
  /** Null when there was no config in any place, which is an answer too. */
  config: ResolvedConfig | null
}

export interface Source {
  /** Relative to the root, with forward slashes. */
  path: string
  /** Null when there was no such file. */
  digest: string | null
}

/** `missing`: never written. `moved`: something it came from has changed. `unreadable`: not what we write. */
export type ResolvedReading =
  | { config: ResolvedConfig | null }
  | { reason: 'missing' | 'moved' | 'unreadable' }

export function readResolved(dir: string, root: string, wingmanVersion: string): ResolvedReading {
  const file = parse(join(dir, RESOLVED_FILE))
  if (typeof file === 'string') return { reason: file }
  const holds =
    file.wingman === wingmanVersion &&
    file.sources.every(({ path, digest }) => digestOfFile(join(root, path)) === digest)
  return holds ? { config: file.config } : { reason: 'moved' }
}

/** Whatever it came from is like by now: for what decides nothing, and must not read all of that. Null where there is none. */
export function lastResolved(dir: string): ResolvedConfig | null {
  const file = parse(join(dir, RESOLVED_FILE))
  return typeof file === 'string' ? null : file.config
}

/** What the last resolved config came from, relative to the root. */
export function resolvedSources(dir: string): string[] {
  const file = parse(join(dir, RESOLVED_FILE))
  return typeof file === 'string' ? [] : file.sources.map(({ path }) => path)
}

function parse(path: string): ResolvedFile | 'missing' | 'unreadable' {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isResolvedFile(content) ? content : 'unreadable'
  } catch (error) {
    return isAbsent(error) ? 'missing' : 'unreadable'
  }
}

/** Null when it is not there, or no file. */
export function digestOfFile(path: string): string | null {
  try {
    return digestOf(readFileSync(path))
  } catch (error) {
    if (isAbsent(error)) return null
    // There, and not to be read: neither the file that was, nor none.
    return 'unreadable'
  }
}

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR'
}
