import { join } from 'node:path'
import { isExecutable, textAt } from '../adapters/hooks/file-change.ts'
import { type HooksPlace, hooksPlace } from '../adapters/hooks/hooks-path.ts'
import { GIT_HOOKS, holdsOurs } from '../adapters/hooks/templates.ts'
import type { Project } from './compose.ts'

export interface HooksState {
  installed: string[]
  missing: string[]
  /** There, and passed over by git: not executable. */
  off: string[]
}

/** Which of our hooks are where git looks for them. */
export async function hooksState({ door, paths }: Project): Promise<HooksState> {
  const place = await hooksPlace(door, paths).catch(() => null)
  const state: HooksState = { installed: [], missing: [], off: [] }
  for (const hook of Object.keys(GIT_HOOKS)) state[await stateOf(place, hook)].push(hook)
  return state
}

async function stateOf(place: HooksPlace | null, hook: string): Promise<keyof HooksState> {
  const path = place && join(place.dir, hook)
  const text = path && (await textAt(path))
  if (!text || !holdsOurs(text)) return 'missing'
  // husky's own runner starts its files, executable or not.
  return place.owner === 'husky' || (await isExecutable(path)) ? 'installed' : 'off'
}
