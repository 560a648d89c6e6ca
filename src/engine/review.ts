import { everythingMissed, type Omission } from '../domain/coverage.ts'
import { identify } from '../domain/finding.ts'
import { maskSecrets } from '../domain/mask.ts'
import type { Cost, ReviewerOutcome, ReviewerReport } from '../domain/outcome.ts'
import type { ResolvedBudget, ResolvedLoop, ResolvedReviewer } from '../domain/resolved-config.ts'
import type { ChangedFile, Snapshot } from '../domain/snapshot.ts'
import { sentenceOf } from '../errors.ts'
import type { Background, Ports, ReviewWork } from '../ports.ts'
import type { ReviewContext } from './gather-context.ts'
import { matcherFor } from './match-globs.ts'

export interface ReviewJob {
  /** The id of the run. */
  review: string
  snapshot: Snapshot
  context: ReviewContext
  loop: ResolvedLoop
  reviewer: ResolvedReviewer
  budget: ResolvedBudget
  background(): Promise<Background>
  focus: string | null
  fresh: boolean
  signal: AbortSignal
  say(line: string): void
  spent(cost: Cost): void
}

type World = Pick<Ports, 'git' | 'reviewers' | 'workplaces' | 'clock' | 'digest' | 'ledger' | 'store'>

/** Context → Findings, by one reviewer. Never throws: whatever happens to it is its outcome. */
export async function review(
  world: World,
  job: ReviewJob,
): Promise<{ outcome: ReviewerOutcome; output: string }> {
  const { loop, reviewer } = job
  const began = world.clock.now().getTime()
  const { findings, output, ...report } = await reportOf(world, job)
  const outcome: ReviewerOutcome = {
    reviewer: reviewer.name,
    kind: reviewer.kind,
    ...report,
    findings: identify(findings, { loop: loop.name, reviewer: reviewer.name }, world.digest),
    durationMs: world.clock.now().getTime() - began,
  }
  return { outcome, output: maskSecrets(output) }
}

async function reportOf(world: World, job: ReviewJob): Promise<ReviewerReport> {
  const work = await workFor(world, job)
  if (job.signal.aborted) return ending(work, 'cancelled', 'interrupted')
  if (work.files.length === 0)
    return { ...ending(work, 'done', null), summary: 'nothing in its scope changed' }
  try {
    return await world.reviewers(job.reviewer).start(work)
  } catch (error) {
    return ending(work, job.signal.aborted ? 'cancelled' : 'failed', sentenceOf(error))
  }
}

/** What a reviewer is handed. */
export async function workFor(
  { git, workplaces, ledger, store }: World,
  job: ReviewJob,
): Promise<ReviewWork> {
  const { snapshot, context, reviewer, budget, background, focus, fresh, signal, say, spent } = job
  const spender = { review: job.review, reviewer: reviewer.name }
  const inScope = await matcherFor(reviewer.paths ?? ['**'])
  const runsTree = reviewer.kind === 'run'
  const asked = runsTree ? [...context.files, ...context.ignored] : context.files
  return {
    snapshot,
    files: asked.filter(file => inScope(file.path)),
    ignored: [
      ...omissions(runsTree ? [] : context.ignored, 'left out by context.ignore'),
      ...omissions(
        asked.filter(file => !inScope(file.path)),
        `outside the paths of ${reviewer.name}`,
      ),
    ],
    messages: context.messages,
    read: path => git.show(snapshot.commit, path),
    readBase: path => git.show(snapshot.base, path),
    background,
    room: context.room,
    focus,
    fresh,
    answers: store,
    reserve: (model, amounts) => ledger.reserve({ spender, model, budget }, amounts),
    workplaces,
    signal,
    say,
    spent,
  }
}

const omissions = (files: readonly ChangedFile[], reason: string): Omission[] =>
  files.map(({ path }) => ({ file: path, reason }))

function ending(work: ReviewWork, state: ReviewerReport['state'], reason: string | null): ReviewerReport {
  const files = work.files.map(({ path }) => path)
  const missed = everythingMissed(files, reason ?? 'not reviewed')
  const coverage = { ...missed, ignored: work.ignored }
  return { state, reason, claim: null, summary: null, findings: [], coverage, cost: null, output: '' }
}
