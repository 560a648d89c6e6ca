import { sessionsHere } from '../../adapters/store/sessions.ts'
import { sessionName } from '../../domain/session.ts'
import { openNow } from '../../engine/decide.ts'
import { openProject, type Project, standpointOf } from '../compose.ts'
import { noticeMove } from '../notice-move.ts'
import { wakeWorker } from '../wait-for-review.ts'
import type { Rest } from './at-hand.ts'
import { takeHeard } from './take-heard.ts'

/** For an agent's hook that needs more than it has at hand. */
export function restOf(project: Project = openProject()): Rest {
  const { at } = project
  const { git, log, clock } = project.ports
  return {
    standpoint: () => standpointOf(git),
    /** Or has been committed since, as it was. */
    async isOnTopOf(ghost, commit) {
      const [reviewed, head] = await Promise.all([git.commit(ghost), git.commit(commit)])
      return reviewed?.parents[0] === commit || (reviewed !== null && reviewed.tree === head?.tree)
    },
    openNow: review => openNow(project.ports, review),
    takeHeard: () => takeHeard({ at, log }),
    async isThere(session) {
      await takeHeard({ at, log })
      const sessions = await sessionsHere(at, clock.now())
      return sessions.some(known => sessionName(known) === session && known.state !== 'ended')
    },
    noticeMove: async () => void (await noticeMove(project)),
    wakeWorker: () => wakeWorker(project),
  }
}
