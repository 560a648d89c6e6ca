import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigReading } from './read.ts'
import { RESOLVED_FILE, type ResolvedFile } from './read-resolved.ts'

/** Leaves the resolved config for hooks, which cannot afford a config loader. Written whole or not at all. */
export function writeResolved(
  dir: string,
  { config, sources }: Pick<ConfigReading, 'config' | 'sources'>,
  wingman: string,
): void {
  const content: ResolvedFile = { version: 1, wingman, sources, config }
  mkdirSync(dir, { recursive: true })
  const target = join(dir, RESOLVED_FILE)
  const temporary = `${target}.${process.pid}.tmp`
  try {
    writeThrough(temporary, `${JSON.stringify(content)}\n`)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function writeThrough(path: string, text: string): void {
  const file = openSync(path, 'w')
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
