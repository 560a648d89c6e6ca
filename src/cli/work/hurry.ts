import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn, writeWhole } from '../../adapters/store/files.ts'
import { processRuns } from '../../adapters/store/process-identity.ts'
import type { Project } from '../compose.ts'

/**
 * Somebody waits for the review, at a push or on a terminal: the worker need not let anything come to rest. A file for each
 * process that waits, named by it, so that one which was killed hurries nobody.
 */
export async function hurry({ at }: Pick<Project, 'at'>): Promise<void> {
  await writeWhole(join(at.hurry, `${process.pid}`), '').catch(() => {}) // then it takes a little longer
}

/** Whoever was killed while waiting is forgotten by the way. */
export async function isHurried({ at }: Pick<Project, 'at'>): Promise<boolean> {
  const waiting = (await namesIn(at.hurry)).filter(name => /^\d+$/.test(name))
  const gone = waiting.filter(pid => !processRuns(Number(pid)))
  for (const pid of gone) await rm(join(at.hurry, pid), { force: true })
  return waiting.length > gone.length
}

/** This process waits no longer. */
export const letRest = ({ at }: Pick<Project, 'at'>): Promise<void> =>
  rm(join(at.hurry, `${process.pid}`), { force: true })
