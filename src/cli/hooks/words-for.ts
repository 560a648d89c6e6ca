import { pendingOn } from '../../adapters/desk/pending.ts'
import { revisionsOn } from '../../adapters/desk/revisions.ts'
import { PROTOCOLS } from '../../adapters/hooks/protocols/index.ts'
import type { Heard, Words } from '../../adapters/hooks/protocols/protocol.ts'
import { readIfThere } from '../../adapters/store/files.ts'
import { RECORD_VERSION } from '../../adapters/store/record-version.ts'
import { sessionsHere } from '../../adapters/store/sessions.ts'
import { readResolved } from '../../config/read-resolved.ts'
import type { AgentName } from '../../domain/agent-name.ts'
import { aboutHandingOver } from '../../domain/hand-over.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { sessionName } from '../../domain/session.ts'
import { openNow } from '../../engine/decide.ts'
import { reviewRuns, reviewWaits } from '../../messages.ts'
import type { Project } from '../compose.ts'
import { headBranch } from '../head-branch.ts'
import { handOverNow } from './hand-over-now.ts'
import { isCurrent } from './is-current.ts'

/** What there is to say at this moment, to the model and to the person; null for nothing. */
export async function wordsFor(project: Project, agent: AgentName, heard: Heard): Promise<Words | null> {
  const config = configOf(project)
  if (config?.enabled === false) return null
  const ref = await headBranch(project)
  const review = await waitingOn(project, ref)
  const what = aboutHandingOver({
    moment: heard.moment,
    canTake: PROTOCOLS[agent].takes.includes(heard.moment),
    isWaiting: review !== null,
    isOthers: review !== null && (await isOthers(project, review, agent, heard)),
    isRunning: (await project.ports.store.requests()).length > 0,
    at: config?.delivery.at ?? ['next-prompt'],
    isContinued: heard.isContinued,
    revisions: heard.moment === 'turn-end' ? await revisionsOn(project.at, ref) : 0,
    maxRevisions: review ? limitFor(review, config) : 0,
  })
  switch (what) {
    case 'hand-over':
      return review && handOverNow(project, review, { agent, heard, ref })
    case 'waits':
      return review && { context: null, message: reviewWaits(findingsOf(review).length) }
    case 'running':
      return { context: null, message: reviewRuns(heard.moment === 'turn-end') }
    case 'nothing':
      return null
  }
}

/** As it was last resolved: what has moved since is looked at by whoever reviews. */
function configOf({ at, paths, ports }: Project): ResolvedConfig | null {
  const known = readResolved(at.own, paths.root, ports.version)
  return 'config' in known ? known.config : null
}

/** As it stands now: what a person has dismissed since is no longer open. */
async function waitingOn(project: Project, ref: string | null): Promise<Review | null> {
  const { at, ports } = project
  const id = await pendingOn(at, ref)
  const text = id && (await readIfThere(at.review(id)))
  const review = text ? JSON.parse(text) : null
  // What a newer wingman wrote may mean something else; it waits for one that can read it.
  if (review?.version !== RECORD_VERSION || !(await isCurrent(project, review))) return null
  const open = await openNow(ports, review)
  return findingsOf(open).length > 0 ? open : null
}

/** Of a session that is still there: it knows best what it has written. */
async function isOthers(project: Project, review: Review, agent: AgentName, heard: Heard): Promise<boolean> {
  const { session } = review
  if (session === null || session === sessionName({ agent, id: heard.session ?? '' })) return false
  const sessions = await sessionsHere(project.at, project.ports.clock.now()).catch(() => [])
  return sessions.some(other => sessionName(other) === session && other.state !== 'ended')
}

/** The smallest of the loops that have found something. */
function limitFor(review: Review, config: ResolvedConfig | null): number {
  const found = review.loops.filter(loop => findingsOf({ loops: [loop] }).length > 0)
  const limits = found.flatMap(({ loop }) => {
    const known = config?.loops.find(({ name }) => name === loop)
    return known ? [known.maxRevisions] : []
  })
  return limits.length > 0 ? Math.min(...limits) : 0
}
