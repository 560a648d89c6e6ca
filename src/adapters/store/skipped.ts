import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PushedRef, parsePushedRef } from '../../domain/gate.ts'
import { namesIn, readAnyway } from './files.ts'

/** A push at which our hook ran with `WINGMAN=0`, as its sh noted it. */
export interface SkippedPush {
  file: string
  /** When the hook ran: git goes on to push after that, or fails to. */
  at: Date
  remote: string
  url: string
  refs: PushedRef[]
}

/** Only what is whole: the last line is `end`. */
export async function readSkipped(shared: string): Promise<SkippedPush[]> {
  const names = (await namesIn(shared)).filter(name => /^skipped\.\d+$/.test(name))
  const found = await Promise.all(names.map(name => readNotes(join(shared, name))))
  return found.flat()
}

export const forgetSkipped = ({ file }: SkippedPush): Promise<void> => rm(file, { force: true })

/** Process numbers come again: a file may hold several. */
async function readNotes(file: string): Promise<SkippedPush[]> {
  const text = (await readAnyway(file)) ?? ''
  const notes = text.matchAll(/^wingman-skipped 1\n(.*)\n(.*)\n((?:.+\n)+?)end$/gm)
  return [...notes].map(([, remote = '', url = '', lines = '']) => ({
    file,
    at: statSync(file).mtime,
    remote,
    url,
    refs: lines.split('\n').flatMap(line => parsePushedRef(line) ?? []),
  }))
}
