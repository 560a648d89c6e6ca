import { constants } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BUMP, type Epoch, epochOf, isSeen, type Standpoint, seen } from '../../domain/epoch.ts'
import type { EpochKeeper } from '../../ports.ts'
import { readIfThere } from './files.ts'
import { makeFolder } from './make-folder.ts'

/** The epoch of a worktree. Lines are appended, which the system does whole and in some order: no bump is ever lost. */
export function openEpoch(file: string, standpoint: () => Promise<Standpoint>): EpochKeeper {
  return {
    async observe() {
      const here = await standpoint()
      if (!isSeen(await logOf(file), here)) await add(file, seen(here))
      return now(file)
    },
    async bump() {
      await add(file, BUMP)
      return now(file)
    },
  }
}

const now = async (file: string): Promise<Epoch> => epochOf(await logOf(file))

const logOf = async (file: string): Promise<string> => (await readIfThere(file)) ?? ''

// A pipe in its place would be waited for, by a worker that has the lock.
const TO_APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK

async function add(file: string, line: string): Promise<void> {
  makeFolder(dirname(file))
  await appendFile(file, line, { flag: TO_APPEND as unknown as string })
}
