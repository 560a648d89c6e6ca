import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ignoreItself } from '../../adapters/desk/desk.ts'
import { noLongerPending } from '../../adapters/desk/pending.ts'
import { addRevision } from '../../adapters/desk/revisions.ts'
import { awaitAnswer } from '../../adapters/desk/unanswered.ts'
import type { Heard, Words } from '../../adapters/hooks/protocols/protocol.ts'
import { markdownReport } from '../../adapters/reporters/markdown.ts'
import { codeOf, readIfThere, writeWhole } from '../../adapters/store/files.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import { makeFolder } from '../../adapters/store/make-folder.ts'
import type { AgentName } from '../../domain/agent-name.ts'
import { reviewNamedIn } from '../../domain/report.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { handedOver, handOver, keptGoing } from '../../messages.ts'
import type { AtHand } from './at-hand.ts'

interface To {
  agent: AgentName
  heard: Heard
  ref: string | null
}

/** From the record: REVIEW.md is only a view of it, and may be gone or another's. Null where another session was faster. */
export async function handOverNow({ at, log, clock }: AtHand, review: Review, to: To): Promise<Words | null> {
  const { agent, heard, ref } = to
  const isFirst = markDelivered(at, review, to, clock.now())
  await noLongerPending(at, ref, review.id)
  if (!isFirst) return null
  log.info('review.handed-over', { review: review.id, agent, moment: heard.moment })
  const isTurnEnd = heard.moment === 'turn-end'
  if (isTurnEnd) addRevision(at, ref)
  const report = markdownReport(review)
  await layAgain(at, review.id, report)
  const findings = findingsOf(review).length
  return {
    context: `${handOver(review, findings, isTurnEnd)}\n\n${report}`,
    message: isTurnEnd ? keptGoing(findings) : handedOver(findings),
  }
}

/** Made once and never again: of two sessions that ask in the same moment one gets it. */
function markDelivered(at: Layout, review: Review, { agent, heard }: To, now: Date): boolean {
  const mark = {
    version: 1,
    review: review.id,
    agent,
    session: heard.session,
    moment: heard.moment,
    at: now.toISOString(),
    findings: findingsOf(review).map(({ id }) => id),
  }
  const path = at.delivered(review.id)
  makeFolder(dirname(path))
  try {
    // Not synced to the disk, which takes longer than all the rest: after a power cut something may be said twice.
    writeFileSync(path, `${JSON.stringify(mark)}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** The agent is told to read it there. That it cannot be written is no reason to keep the findings from the agent. */
async function layAgain(at: Layout, review: string, report: string): Promise<void> {
  try {
    // Ours is only a view, perhaps of an older review or another session's; somebody's own file stays.
    const there = await readIfThere(at.report)
    if (there !== null && reviewNamedIn(there) === null) return
    if (there !== report) {
      await ignoreItself(at)
      await writeWhole(at.report, report)
    }
    awaitAnswer(at, review)
  } catch {
    // the answer holds all of it
  }
}
