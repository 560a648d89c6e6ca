import './hooks/old-node.ts'
import { AGENT_NAMES } from '../domain/agent-name.ts'
import { fail } from './fail.ts'
import type { Rest } from './hooks/at-hand.ts'
import { launch } from './hooks/launch.ts'
import { prePush } from './hooks/pre-push.ts'
import { restOf } from './hooks/rest.ts'

/** What git's and agents' hooks call. */
type Hook = (args: string[]) => Promise<number>

// The light ones have nearly everything in common and are one chunk; the worker, for which nobody waits, loads the rest.
const HOOKS: Record<string, Hook> = {
  'pre-push': prePush,
  ...Object.fromEntries(
    AGENT_NAMES.map(agent => [
      agent,
      async (args: string[]) => (await import('./hooks/agent.ts')).agentHook(agent, args, rest),
    ]),
  ),
  launch,
  worker: async () => (await import('./hooks/worker.ts')).worker(),
}

export async function runHook([event = '', ...args]: string[]): Promise<number> {
  const hook = HOOKS[event]
  if (!hook) {
    process.stderr.write(
      `wingman: there is no hook \`${event}\`; hooks are written by \`wingman install\`.\n`,
    )
    return 2
  }
  return hook(args)
}

/** For an agent's hook, which is a bundle of its own and asks for the rest of us only when it must. */
export const rest = async (): Promise<Rest> => restOf()

/** As a program of its own this file is the bundle's second entry, started by src/any-node/hook.cjs; `wingman hook` imports it. */
export function main(): void {
  // Until there is an answer: should nothing be left to wait for, Node would leave with 0.
  process.exitCode = 1
  runHook(process.argv.slice(2)).then(
    code => {
      process.exitCode = code
    },
    error => {
      process.exitCode = fail(error)
    },
  )
}
