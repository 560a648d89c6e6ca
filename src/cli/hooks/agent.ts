import { readFileSync } from 'node:fs'
import { hear, PROTOCOLS } from '../../adapters/hooks/protocols/index.ts'
import { switchedOff } from '../../adapters/store/switch.ts'
import type { AgentName } from '../../domain/agent-name.ts'
import { openProject } from '../compose.ts'
import { noticeMove } from '../notice-move.ts'
import { wakeWorker } from '../wait-for-review.ts'
import { noteSigns } from './note-signs.ts'
import { wordsFor } from './words-for.ts'

/**
 * What an agent's hook calls: state is read, an answer given in that agent's own way. Whatever fails here stays silent, since it is
 * the person's prompt, and ends with 0, which no agent takes for anything but a yes.
 */
export const agentHook =
  (agent: AgentName) =>
  async ([event = '']: string[]): Promise<number> => {
    if (process.env.WINGMAN_CHILD || process.env.WINGMAN === '0') return 0
    try {
      await answer(agent, event)
    } catch {
      // The findings stay where they are; the gate knows of them.
    }
    return 0
  }

async function answer(agent: AgentName, event: string): Promise<void> {
  const heard = hear(agent, event, whatItSays())
  if (!heard) return
  const project = openProject()
  if (switchedOff(project.at)) return
  await noteSigns(project, agent, heard)
  // What an agent has committed past our hooks is told of at once; who has typed something gets the answer first.
  const isTyped = heard.moment === 'prompt'
  if (!isTyped) await noticeMove(project)
  const words = await wordsFor(project, agent, heard)
  const said = words && PROTOCOLS[agent].answer(heard.moment, words)
  if (said) process.stdout.write(`${JSON.stringify(said)}\n`)
  if (isTyped) await noticeMove(project)
  await wakeWorker(project)
}

/** At once, as everything on this path. Nobody types a payload by hand. */
function whatItSays(): string {
  if (process.stdin.isTTY) return ''
  try {
    return readFileSync(0, 'utf8')
  } catch {
    return ''
  }
}
