import { AGENT_TITLES } from '../domain/agent-name.ts'
import { oneLine } from '../domain/plain-text.ts'
import type { Session, SessionState } from '../domain/session.ts'
import { count } from '../messages.ts'
import { ageOf } from './ghost-words.ts'

const STATE: Record<SessionState, string> = {
  active: 'at work',
  idle: 'waiting for a prompt',
  ended: 'ended',
}

/** "at work, last heard of 3 min ago" */
export const stateOf = ({ state, lastAt }: Session, now: Date): string =>
  `${STATE[state]}, last heard of ${ageOf(Date.parse(lastAt), now.getTime())}`

export const countsOf = ({ turns, commits }: Session): string =>
  [...(turns > 0 ? [count(turns, 'turn')] : []), ...(commits > 0 ? [count(commits, 'commit')] : [])].join(
    ', ',
  )

/** One line for `status`: "Claude Code is at work, last heard of 3 min ago: 2 turns, 1 commit (0b5e7c9e)". */
export function sessionLine(session: Session, { now, here }: { now: Date; here: string }): string {
  const [root = here] = session.worktrees
  const where = root === here ? '' : `In ${oneLine(root)}: `
  const counts = countsOf(session)
  return `${where}${AGENT_TITLES[session.agent]} is ${stateOf(session, now)}${counts ? `: ${counts}` : ''} (${session.id.slice(0, 12)})`
}
