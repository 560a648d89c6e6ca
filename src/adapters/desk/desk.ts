import { lstat, rm } from 'node:fs/promises'
import { papersFor } from '../../domain/delivery.ts'
import type { Review } from '../../domain/review.ts'
import { WingmanError } from '../../errors.ts'
import { openLine, undecidedLine } from '../../messages.ts'
import type { Desk, Fence } from '../../ports.ts'
import { markdownReport } from '../reporters/markdown.ts'
import { createOnce, writeWhole } from '../store/files.ts'
import { refuseIfPassed } from '../store/holding.ts'
import type { Layout } from '../store/layout.ts'
import { makeFolder } from '../store/make-folder.ts'

/** The report in the tree, and two small files beside the lock that sh can read without starting anything. */
export function openDesk(at: Layout, fence: Fence): Desk {
  return {
    async lay(review) {
      await refuseIfPassed(fence)
      const papers = papersFor(review)
      await put(at.report, papers.report ? markdownReport(review) : null, at)
      await put(at.pending, papers.report ? `${review.id}\n` : null, at)
      await put(at.openLine, lineFor(review), at)
    },
  }
}

/** The branch first: a line about one branch says nothing to a commit on another. */
function lineFor(review: Review): string | null {
  const { open, undecided } = papersFor(review)
  const line = open > 0 ? openLine(open) : undecided ? undecidedLine(undecided) : null
  return line && `${review.snapshot.branch}\n${line}\n`
}

async function put(path: string, text: string | null, at: Layout): Promise<void> {
  if (path === at.report) await refuseLink(at)
  if (text === null) return rm(path, { force: true })
  if (path === at.report) await ignoreItself(at)
  await writeWhole(path, text)
}

/** What `.wingman/` says of itself: ignored, all but what a team may want to keep. */
export const IGNORES = '*\n!dismissed.yaml\n'

export async function ignoreItself(at: Layout): Promise<void> {
  await refuseLink(at)
  await makeFolder(at.reportFolder)
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
