import { foldersOutside } from '../../adapters/agents/find-program.ts'
import { agents } from '../../adapters/agents/index.ts'
import { versionOf } from '../../adapters/agents/version-of.ts'
import type { AgentName } from '../../domain/agent-name.ts'

export interface SeenAgent {
  name: AgentName
  title: string
  /** Where its program is, outside the repository; null when it is not there. */
  program: string | null
  /** As it says itself; null when it says nothing. */
  version: string | null
  /** What to type to get it. */
  hint: string
}

/** Every agent that can be driven, and whether it is here. Each is started once, for its version. */
export async function lookForAgents(repository: string, signal: AbortSignal): Promise<SeenAgent[]> {
  const path = await foldersOutside(repository)
  return Promise.all(
    Object.values(agents).map(async ({ name, title, hint, detect }) => {
      const program = await detect(path)
      const version = program && (await versionOf({ program, path, signal }))
      return { name, title, program, version, hint }
    }),
  )
}
