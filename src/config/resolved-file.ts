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
  makeOwn(dir)
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

/** Not what is above it: a repository that was moved away meanwhile must not come back for this file. */
function makeOwn(dir: string): void {
  try {
    mkdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
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
