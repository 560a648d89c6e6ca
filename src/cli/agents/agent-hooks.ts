import { join } from 'node:path'
import type { AgentSettings } from '../../adapters/hooks/agents/agent-settings.ts'
import { allSettings, filesOf } from '../../adapters/hooks/agents/index.ts'
import { readAnyway } from '../../adapters/store/files.ts'
import type { AgentName } from '../../domain/agent-name.ts'
import type { Project } from '../compose.ts'

/** An agent with hooks of ours in one of its files. */
export interface AgentHooks {
  name: AgentName
  title: string
  /** Relative to the root. */
  file: string
  /** Events at which nothing of ours stands: an older version did not know them. */
  lacking: string[]
}

export async function agentHooks({ paths }: Project): Promise<AgentHooks[]> {
  const found = allSettings().flatMap(agent => filesOf(agent).map(file => hooksIn(paths.root, agent, file)))
  return (await Promise.all(found)).flat()
}

async function hooksIn(root: string, agent: AgentSettings, file: string): Promise<AgentHooks[]> {
  const text = await readAnyway(join(root, file))
  if (text === null || agent.withoutOurs(text) === text) return []
  return [{ name: agent.name, title: agent.title, file, lacking: agent.lacking(text) }]
}
