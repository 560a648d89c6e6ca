import { AGENT_NAMES } from '../domain/agent-name.ts'
import { agentHook } from './hooks/agent.ts'
import type { Rest } from './hooks/at-hand.ts'

/** A bundle of its own, started by src/any-node/hook.cjs: whoever types waits for this one, and it brings nothing along. */
export function main(rest: () => Promise<Rest>): void {
  const [name, ...args] = process.argv.slice(2)
  const agent = AGENT_NAMES.find(each => each === name)
  if (agent) void agentHook(agent, args, rest)
}
