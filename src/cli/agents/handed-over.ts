import { existsSync } from 'node:fs'
import { readAnyway } from '../../adapters/store/files.ts'
import type { Project } from '../compose.ts'

export interface HandedOver {
  agent: string
  session: string | null
  at: string
  /** The agent has deleted the report that it was to deal with. */
  acknowledged: boolean
}

/** To whom this review was handed; null where it was not, or by a version that did not note it. */
export async function handedOverTo({ at }: Project, review: string): Promise<HandedOver | null> {
  try {
    const mark = JSON.parse((await readAnyway(at.delivered(review))) ?? 'null')
    if (mark?.version !== 1 || typeof mark.agent !== 'string' || typeof mark.at !== 'string') return null
    const session = typeof mark.session === 'string' ? mark.session : null
    return { agent: mark.agent, session, at: mark.at, acknowledged: existsSync(at.acknowledged(review)) }
  } catch {
    return null
  }
}
