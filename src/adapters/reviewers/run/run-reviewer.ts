import type { ReviewerReport } from '../../../domain/outcome.ts'
import type { RunReviewer } from '../../../domain/resolved-config.ts'
import { sentenceOf } from '../../../errors.ts'
import type { Reviewer, ReviewWork, Workplace } from '../../../ports.ts'
import { finished, unfinished } from '../report.ts'
import { groundOf } from './ground.ts'
import { locateOn } from './locate.ts'
import { matchProblems } from './match-problems.ts'
import { problemFindings } from './problem-findings.ts'
import { type Ran, runCommand } from './run-command.ts'
import { whyNotFinished } from './why-not-finished.ts'

/** Any command: exit code 0 is a pass, anything else is not. */
export function runReviewer(reviewer: RunReviewer): Reviewer {
  return { name: reviewer.name, start: work => review(reviewer, work) }
}

async function review(reviewer: RunReviewer, work: ReviewWork): Promise<ReviewerReport> {
  const report = await reviewOnce(reviewer, work, reviewer.in)
  // Somebody was at work in their tree meanwhile: once more, where nobody is.
  return report.state === 'torn' && reviewer.in === 'tree' ? reviewOnce(reviewer, work, 'worktree') : report
}

async function reviewOnce(
  reviewer: RunReviewer,
  work: ReviewWork,
  kind: RunReviewer['in'],
): Promise<ReviewerReport> {
  if (work.signal.aborted) return unfinished(work, { state: 'cancelled', reason: 'cancelled' })
  let workplace: Workplace
  try {
    workplace = await work.workplaces.open(work.snapshot, kind)
  } catch (error) {
    return unfinished(work, { state: 'failed', reason: sentenceOf(error) })
  }
  try {
    return await reviewIn(workplace, reviewer, work)
  } finally {
    // What it found stands, even if a folder stays behind.
    await workplace.close().catch(() => {})
  }
}

async function reviewIn(workplace: Workplace, reviewer: RunReviewer, work: ReviewWork) {
  const { run: command, timeoutMs } = reviewer
  const ran = await runCommand({ command, timeoutMs, dir: workplace.dir, signal: work.signal, say: work.say })
  const problem = whyNotFinished(ran.end, timeoutMs)
  if (problem) return unfinished(work, { ...problem, output: ran.output })
  const unchanged = await workplace.unchanged().catch(() => false)
  if (!unchanged) {
    return unfinished(work, { state: 'torn', reason: 'the tree changed while it ran', output: ran.output })
  }
  return judged(command, ran, work, workplace.dir)
}

function judged(command: string, { end, output }: Ran, work: ReviewWork, dir: string): ReviewerReport {
  const code = end.how === 'exited' ? end.code : 1
  if (code === 0) return finished(work, { claim: 'approved', output })
  const problems = matchProblems(output, locateOn(groundOf(dir, work.files)))
  const findings = problemFindings(problems, { command, code, output })
  return finished(work, { claim: 'needs-revision', findings, output })
}
