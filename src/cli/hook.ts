import './hooks/old-node.ts'
import { AGENT_NAMES } from '../domain/agent-name.ts'
import { fail } from './fail.ts'
import { agentHook } from './hooks/agent.ts'
import { launch } from './hooks/launch.ts'
import { prePush } from './hooks/pre-push.ts'

/** What git's and agents' hooks call. */
type Hook = (args: string[]) => Promise<number>

// The light ones have nearly everything in common and are one chunk; the worker, for which nobody waits, loads the rest.
const HOOKS: Record<string, Hook> = {
  'pre-push': prePush,
  ...Object.fromEntries(AGENT_NAMES.map(agent => [agent, agentHook(agent)])),
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

// As a program of its own this file is the bundle's second entry, required by src/any-node/hook.cjs; `wingman hook` imports it.
if (process.argv[1]?.endsWith('hook.js')) {
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
