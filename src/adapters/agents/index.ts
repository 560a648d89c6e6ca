import type { AgentName } from '../../domain/agent-name.ts'
import type { Agent } from './agent.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'

/** A new agent is one file and one line. */
export const agents = { claude, codex, gemini, opencode, copilot, cursor } satisfies Record<AgentName, Agent>

/** How people call the agents that can be driven. */
export const drivenAgents = (): string =>
  Object.values(agents)
    .map(agent => agent.title)
    .join(', ')

export function agentNamed(name: string): Agent | null {
  return Object.values<Agent>(agents).find(agent => agent.name === name) ?? null
}
