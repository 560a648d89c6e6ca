import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { noteAnswer } from '../../adapters/desk/unanswered.ts'
import { hear } from '../../adapters/hooks/protocols/index.ts'
import type { Heard, Moment } from '../../adapters/hooks/protocols/protocol.ts'
import { noteSession } from '../../adapters/store/sessions.ts'
import { AGENT_NAMES, type AgentName } from '../../domain/agent-name.ts'
import { isSessionId, type SessionEvent } from '../../domain/session.ts'
import type { Project } from '../compose.ts'

const EVENTS: Partial<Record<Moment, SessionEvent>> = {
  'session-start': 'session-start',
  prompt: 'turn-start',
  'turn-end': 'turn-end',
  'session-end': 'session-end',
}

/** What the agent tells of itself: now, earlier, and by having deleted its report. Without any of it reviews go on. */
export async function noteSigns(project: Project, agent: AgentName, heard: Heard): Promise<void> {
  const { at, ports } = project
  await takeHeard(project)
  await note(project, agent, heard, ports.clock.now())
  const review = await noteAnswer(at, ports.clock.now()).catch(() => null)
  if (review) ports.log.info('review.acknowledged', { review })
}

/** What sh has put aside, where nothing else was to do: `heard-<agent>-<event>-<process>`, a payload each. */
export async function takeHeard(project: Project): Promise<void> {
  for (const { path, agent, event, at } of signsIn(project.at.own)) {
    const heard = hear(agent, event, textOf(path))
    rmSync(path, { force: true })
    if (heard) await note(project, agent, heard, at)
  }
}

async function note({ at, ports }: Project, agent: AgentName, heard: Heard, now: Date): Promise<void> {
  const event = EVENTS[heard.moment]
  const { session: id, transcript, cwd } = heard
  if (!event || id === null || !isSessionId(id)) return
  try {
    await noteSession(at, { agent, id, event, transcript, ...(cwd && { cwd }), now })
  } catch (error) {
    ports.log.warn('session.not-noted', { code: (error as { code?: string } | null)?.code ?? null })
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
