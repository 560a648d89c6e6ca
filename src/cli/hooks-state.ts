import { join } from 'node:path'
import { textAt } from '../adapters/hooks/file-change.ts'
import { hooksPlace } from '../adapters/hooks/hooks-path.ts'
import { GIT_HOOKS, isOurScript, withoutBlock } from '../adapters/hooks/templates.ts'
import type { Project } from './compose.ts'

/** Which of our hooks are where git looks for them. */
export async function hooksState({
  door,
  paths,
}: Project): Promise<{ installed: string[]; missing: string[] }> {
  const place = await hooksPlace(door, paths).catch(() => null)
  const installed: string[] = []
  const missing: string[] = []
  for (const hook of Object.keys(GIT_HOOKS)) {
    const text = place ? await textAt(join(place.dir, hook)) : null
    const isThere = text !== null && (isOurScript(text) || withoutBlock(text) !== text)
    ;(isThere ? installed : missing).push(hook)
  }
  return { installed, missing }
}
