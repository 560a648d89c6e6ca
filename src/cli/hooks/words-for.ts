import { pendingOn } from '../../adapters/desk/pending.ts'
import { revisionsOn } from '../../adapters/desk/revisions.ts'
import { quickStandpoint } from '../../adapters/git/locate.ts'
import { PROTOCOLS } from '../../adapters/hooks/protocols/index.ts'
import type { Heard, Words } from '../../adapters/hooks/protocols/protocol.ts'
import { namesIn, readIfThere } from '../../adapters/store/files.ts'
import { RECORD_VERSION } from '../../adapters/store/record-version.ts'
import { lastResolved } from '../../config/read-resolved.ts'
import type { AgentName } from '../../domain/agent-name.ts'
import type { Standpoint } from '../../domain/epoch.ts'
import { aboutHandingOver } from '../../domain/hand-over.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { reviewRuns, reviewWaits } from '../../messages.ts'
import type { AtHand } from './at-hand.ts'
import { handOverNow } from './hand-over-now.ts'
import { isCurrent } from './is-current.ts'

/** What there is to say at this moment, to the model and to the person; null for nothing. */
export async function wordsFor(hand: AtHand, agent: AgentName, heard: Heard): Promise<Words | null> {
  // As it was last resolved: what has moved since is looked at by whoever reviews.
  const config = lastResolved(hand.at.own)
  if (config?.enabled === false) return null
  const here = quickStandpoint(hand.paths) ?? (await (await hand.rest()).standpoint())
  const review = await waitingOn(hand, here)
  const what = aboutHandingOver({
    moment: heard.moment,
    canTake: PROTOCOLS[agent].takes.includes(heard.moment),
    isWaiting: review !== null,
    isOthers: review !== null && (await isOthers(hand, review, agent, heard)),
    isRunning: (await namesIn(hand.at.queue)).length > 0,
    at: config?.delivery.at ?? ['next-prompt'],
    isContinued: heard.isContinued,
    revisions: heard.moment === 'turn-end' ? await revisionsOn(hand.at, here.ref) : 0,
    maxRevisions: review ? limitFor(review, config) : 0,
  })
  switch (what) {
    case 'hand-over':
      return review && handOverNow(hand, review, { agent, heard, ref: here.ref })
    case 'waits':
      return review && { context: null, message: reviewWaits(findingsOf(review).length) }
    case 'running':
      return { context: null, message: reviewRuns(heard.moment === 'turn-end') }
    case 'nothing':
      return null
  }
}

async function waitingOn(hand: AtHand, here: Standpoint): Promise<Review | null> {
  const { at } = hand
  const id = await pendingOn(at, here.ref)
  const text = id && (await readIfThere(at.review(id)))
  const review = text ? JSON.parse(text) : null
  // What a newer wingman wrote may mean something else; it waits for one that can read it.
  if (review?.version !== RECORD_VERSION || !(await isCurrent(hand, review, here))) return null
  const open = await openNow(hand, review)
  return findingsOf(open).length > 0 ? open : null
}

/** What a person has dismissed since is no longer open. Mostly nothing was, which the names in the journal tell. */
async function openNow({ at, rest }: AtHand, review: Review): Promise<Review> {
  const isAnything = (await namesIn(at.journal)).some(name => name.endsWith('.dismissed.json'))
  return isAnything ? (await rest()).openNow(review) : review
}

/** Of a session that is still there: it knows best what it has written. */
async function isOthers(hand: AtHand, review: Review, agent: AgentName, heard: Heard): Promise<boolean> {
  const { session } = review
  if (session === null || session === `${agent}:${heard.session}`) return false
  return (await hand.rest()).isThere(session)
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
