import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hear } from '../../adapters/hooks/protocols/index.ts'
import type { Heard, Moment } from '../../adapters/hooks/protocols/protocol.ts'
import { noteSession } from '../../adapters/store/sessions.ts'
import { AGENT_NAMES, type AgentName } from '../../domain/agent-name.ts'
import { isSessionId, type SessionEvent } from '../../domain/session.ts'
import type { AtHand } from './at-hand.ts'

type Hand = Pick<AtHand, 'at' | 'log'>

const EVENTS: Partial<Record<Moment, SessionEvent>> = {
  'session-start': 'session-start',
  prompt: 'turn-start',
  'turn-end': 'turn-end',
  'session-end': 'session-end',
}

/**
 * What hooks have put aside, in sh or in Node: `heard-<agent>-<event>-<process>`, a payload each. Keeping a session takes longer
 * than a prompt has.
 */
export async function takeHeard(hand: Hand): Promise<void> {
  for (const { path, agent, event, at } of signsIn(hand.at.own)) {
    const heard = hear(agent, event, textOf(path))
    rmSync(path, { force: true })
    if (heard) await note(hand, agent, heard, at)
  }
}

async function note({ at, log }: Hand, agent: AgentName, heard: Heard, now: Date): Promise<void> {
  const event = EVENTS[heard.moment]
  const { session: id, transcript, cwd } = heard
  if (!event || id === null || !isSessionId(id)) return
  try {
    await noteSession(at, { agent, id, event, transcript, ...(cwd && { cwd }), now })
  } catch (error) {
    log.warn('session.not-noted', { code: (error as { code?: string } | null)?.code ?? null })
  }
}

/** In the order in which they came. */
function signsIn(folder: string) {
  const found = readdirSync(folder).flatMap(name => {
    const [, agent, event = ''] = /^heard-([a-z]+)-([\w-]+)-\d+$/.exec(name) ?? []
    const path = join(folder, name)
    const known = AGENT_NAMES.find(each => each === agent)
    const at = known && statSync(path, { throwIfNoEntry: false })?.mtime
    return known && at ? [{ path, agent: known, event, at }] : []
  })
  return found.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
