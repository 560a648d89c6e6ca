import { rm } from 'node:fs/promises'
import { createOnce, readIfThere } from '../../adapters/store/files.ts'
import type { Project } from '../compose.ts'

/** Somebody waits for the review, at a push or on a terminal: the worker need not let anything come to rest. */
export async function hurry({ at }: Project): Promise<void> {
  await createOnce(at.hurry, '').catch(() => {}) // then it takes a little longer
}

export const isHurried = async ({ at }: Project): Promise<boolean> => (await readIfThere(at.hurry)) !== null

export const letRest = ({ at }: Project): Promise<void> => rm(at.hurry, { force: true })
