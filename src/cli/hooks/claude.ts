import { ignoreItself } from '../../adapters/desk/desk.ts'
import { pendingOn, setPending } from '../../adapters/desk/pending.ts'
import { markdownReport } from '../../adapters/reporters/markdown.ts'
import { createOnce, readIfThere, writeWhole } from '../../adapters/store/files.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import { RECORD_VERSION } from '../../adapters/store/record-version.ts'
import { reviewNamedIn } from '../../domain/report.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { openNow } from '../../engine/decide.ts'
import { handedOver, handOver } from '../../messages.ts'
import { openProject, type Project } from '../compose.ts'
import { headBranch } from '../head-branch.ts'
import { noticeMove } from '../notice-move.ts'
import { wakeWorker } from '../wait-for-review.ts'

/** Claude Code's UserPromptSubmit: hands the pending review over, once. Whatever fails here stays silent: it is the person's prompt. */
export async function claude([event]: string[]): Promise<number> {
  if (event !== 'UserPromptSubmit' || process.env.WINGMAN_CHILD) return 0
  try {
    const project = openProject()
    const answer = await pendingReview(project)
    if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`)
    await noticeMove(project)
    await wakeWorker(project)
  } catch {
    // The findings stay where they are; the gate knows of them.
  }
  return 0
}

async function pendingReview(project: Project) {
  const { at, ports } = project
  const ref = await headBranch(project)
  const id = await pendingOn(at, ref)
  const text = id && (await readIfThere(at.review(id)))
  if (!id || !text) return null
  const review = JSON.parse(text)
  // What a newer wingman wrote may mean something else; it waits for one that can read it.
  if (review.version !== RECORD_VERSION) return null
  const answer = answerFor(await openNow(ports, review))
  // Made once and never again: of two sessions that ask in the same moment one gets it.
  const isFirst = await createOnce(at.delivered(id), '')
  await setPending(at, ref, null)
  if (!isFirst) return null
  ports.log.info('review.handed-over', { review: id })
  await layAgain(at, answer.report)
  return answer.json
}

/** From the record: REVIEW.md is only a view of it, and may be gone or another's. */
function answerFor(review: Review) {
  const report = markdownReport(review)
  const findings = findingsOf(review).length
  const json = {
    systemMessage: handedOver(findings),
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext: `${handOver(review, findings)}\n\n${report}`,
    },
  }
  return { report, json }
}

/** The agent is told to read it there. That it cannot be written is no reason to keep the findings from the agent. */
async function layAgain(at: Layout, report: string): Promise<void> {
  try {
    // Ours is only a view, perhaps of an older review or another session's; somebody's own file stays.
    const there = await readIfThere(at.report)
    if (there !== null && reviewNamedIn(there) === null) return
    await ignoreItself(at)
    await writeWhole(at.report, report)
  } catch {
    // the answer holds all of it
  }
}
