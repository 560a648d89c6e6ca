import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Switched, Who } from '../../domain/journal.ts'
import { readAnyway, writeWhole } from './files.ts'
import type { Layout } from './layout.ts'

// `wingman disable` leaves a file, and the hooks' sh looks for it before anything else: switched off, a hook costs what an
// empty one does. What is in the file is for `status`.

export type Reach = Switched['reach']

/** What a person has set for all their repositories. */
const personFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'wingman')

type Place = Pick<Layout, 'disabled'> | null

const fileOf = (at: Place, reach: Reach): string | null =>
  reach === 'person' ? join(personFolder(), 'disabled') : (at?.disabled ?? null)

/** How far it is switched off; null when it is on. */
export function switchedOff(at: Place): Reach | null {
  const isOff = (reach: Reach) => {
    const file = fileOf(at, reach)
    return file !== null && existsSync(file)
  }
  return isOff('clone') ? 'clone' : isOff('person') ? 'person' : null
}

export async function switchOff(at: Place, reach: Reach, by: { at: string; who: Who }): Promise<void> {
  const file = fileOf(at, reach)
  if (reach === 'person') await mkdir(personFolder(), { recursive: true })
  if (file !== null) await writeWhole(file, `${JSON.stringify({ version: 1, ...by }, null, 2)}\n`)
}

export async function switchOn(at: Place, reach: Reach): Promise<void> {
  const file = fileOf(at, reach)
  if (file !== null) await rm(file, { force: true })
}

/** Who did it and when, as far as the file tells: anybody can make one. */
export async function switchedBy(at: Place, reach: Reach): Promise<{ at: string; who: Who } | null> {
  const file = fileOf(at, reach)
  try {
    const { at: when, who } = JSON.parse((file && (await readAnyway(file))) ?? '')
    return typeof when === 'string' && typeof who === 'object' && who !== null ? { at: when, who } : null
  } catch {
    return null
  }
}
