import { lstat, rm } from 'node:fs/promises'
import { papersFor } from '../../domain/delivery.ts'
import type { Review } from '../../domain/review.ts'
import { WingmanError } from '../../errors.ts'
import { openLine, undecidedLine } from '../../messages.ts'
import type { Desk, Fence, Log } from '../../ports.ts'
import { markdownReport } from '../reporters/markdown.ts'
import { createOnce, readIfThere, writeWhole } from '../store/files.ts'
import { refuseIfPassed } from '../store/holding.ts'
import type { Layout } from '../store/layout.ts'
import { makeFolder } from '../store/make-folder.ts'
import { setPending } from './pending.ts'
import { makeRoom, reportFile, takeAway } from './report-file.ts'
import { endRevisions } from './revisions.ts'
import { noLongerAwaited } from './unanswered.ts'

/** Makes of `wingman …` what can be typed in this repository. */
type Typable = (text: string) => string

interface Surroundings {
  fence: Fence
  log: Log
  typable: Typable
}

/** The report in the tree, and two small files beside the lock that sh can read without starting anything. */
export function openDesk(at: Layout, { fence, log, typable }: Surroundings): Desk {
  return {
    async lay(review) {
      await refuseIfPassed(fence)
      const papers = papersFor(review)
      const { branch } = review.snapshot
      await putReport(at, log, papers.report ? markdownReport(review) : null, branch)
      await setPending(at, branch, papers.report ? review.id : null)
      if (!papers.report) await endRevisions(at, branch)
      await putLine(at, branch, lineFor(review, typable))
    },
  }
}

/** The branch first, as the hook's sh names it: a line about one branch says nothing to a commit on another. */
export const openFile = (ref: string | null, line: string): string => `${ref ?? '-'}\n${line}\n`

function lineFor(review: Review, typable: Typable): string | null {
  const { open, undecided } = papersFor(review)
  const line = open > 0 ? openLine(open) : undecided ? undecidedLine(undecided) : null
  return line && openFile(review.snapshot.branch, typable(line))
}

async function putReport(at: Layout, log: Log, text: string | null, branch: string | null): Promise<void> {
  await refuseLink(at)
  if (text !== null) {
    await ignoreItself(at)
    const kept = await makeRoom(at)
    if (kept) log.warn('report.foreign', { kept })
    await noLongerAwaited(at)
    return writeWhole(at.report, text)
  }
  const there = await reportFile(at)
  // That nothing is open on this branch answers nothing that was found on another.
  if (!there?.review || !(await speaksOf(at, there.review, branch))) return
  if (await takeAway(at, there.review)) log.info('report.removed', { review: there.review, why: 'answered' })
}

/** A report without a record speaks of nothing. Read by hand: whoever lays a report out need not know all of another. */
async function speaksOf(at: Layout, review: string, branch: string | null): Promise<boolean> {
  try {
    return JSON.parse((await readIfThere(at.review(review))) ?? '').snapshot.branch === branch
  } catch {
    return true
  }
}

async function putLine({ openLine }: Layout, branch: string | null, text: string | null): Promise<void> {
  if (text !== null) return writeWhole(openLine, text)
  const [about] = ((await readIfThere(openLine)) ?? '').split('\n')
  if (about === (branch ?? '-')) await rm(openLine, { force: true })
}

/** What `.wingman/` says of itself: ignored, all but what a team may want to keep. */
export const IGNORES = '*\n!dismissed.yaml\n'

export async function ignoreItself(at: Layout): Promise<void> {
  await refuseLink(at)
  makeFolder(at.reportFolder)
  await createOnce(`${at.reportFolder}/.gitignore`, IGNORES)
}

/** A repository may bring a link of this name, and would have us write and delete wherever it leads. */
async function refuseLink({ reportFolder }: Layout): Promise<void> {
  const there = await lstat(reportFolder).catch(() => null)
  if (there?.isSymbolicLink()) throw isLink(reportFolder)
}

function isLink(path: string): WingmanError {
  return new WingmanError({
    code: 'E_STORE',
    kind: 'undecided',
    message: `${path} is a link, so nothing is written there.`,
    hint: 'Remove the link; wingman makes a folder of its own.',
  })
}
