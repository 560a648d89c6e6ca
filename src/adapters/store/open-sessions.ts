import { sessionName, sessionNamed } from '../../domain/session.ts'
import type { Clock, Sessions, Store } from '../../ports.ts'
import type { Layout } from './layout.ts'
import { sessionsHere } from './sessions.ts'

/**
 * Whether a turn is under way in this worktree. An agent that does not say which session it is, is at work as long as a commit of
 * its waits for a review.
 */
export function openSessions(at: Layout, store: Pick<Store, 'requests'>, clock: Clock): Sessions {
  return {
    async isActive() {
      const sessions = await sessionsHere(at, clock.now())
      if (sessions.some(({ state }) => state === 'active')) return true
      const known = new Set(sessions.map(sessionName))
      return (await store.requests()).some(
        ({ agent }) => agent !== null && !(sessionNamed(agent) && known.has(agent)),
      )
    },
  }
}
