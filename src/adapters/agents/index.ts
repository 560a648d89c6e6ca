import type { Agent, AgentName } from './agent.ts'
import { claude } from './claude.ts'

/** A new agent is one file and one line. */
const agents = { claude } satisfies Partial<Record<AgentName, Agent>>

/** How people call the agents that can be driven. */
export const drivenAgents = (): string =>
  Object.values(agents)
    .map(agent => agent.title)
    .join(', ')

export function agentNamed(name: string): Agent | null {
  return Object.values<Agent>(agents).find(agent => agent.name === name) ?? null
}
