import { noteSession } from '../../adapters/store/sessions.ts'
import { sessionNamed } from '../../domain/session.ts'
import { sentenceOf } from '../../errors.ts'
import type { Project } from '../compose.ts'

/**
 * Ties the commits that wait for a review to the sessions that made them: the hook's sh has no time for it. What is
 * in `noted` was noted before, so that whoever looks again notes each of them once.
 */
export async function noteCommits({ at, ports }: Project, noted: Set<string>): Promise<void> {
  for (const { id, agent, trigger } of await ports.store.requests()) {
    const session = agent === null ? null : sessionNamed(agent)
    if (!session || trigger !== 'post-commit' || noted.has(id)) continue
    noted.add(id)
    try {
      await noteSession(at, { ...session, event: 'commit', now: ports.clock.now() })
    } catch (error) {
      // A session that cannot be noted is no reason to keep its commit from being reviewed.
      ports.log.warn('session.not-noted', { agent: session.agent, why: sentenceOf(error) })
    }
  }
}
