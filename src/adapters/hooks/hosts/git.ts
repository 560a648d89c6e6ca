import { hooksPlace } from '../hooks-path.ts'
import { planHooks } from '../plan-hooks.ts'
import { withoutBlock } from '../templates.ts'
import type { Host } from './host.ts'

/** Git alone: our stubs in its own folder, a marked block in a folder that the project tracks. */
export const gitHost: Host = {
  name: 'git',
  detect: async () => true,
  plan: async ({ door, paths, known }) => planHooks(await hooksPlace(door, paths), known),
  withoutOurs: withoutBlock,
}
