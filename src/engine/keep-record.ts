import { CUT_SHORT, concludes, findingsOf, type LoopOutcome, type Review } from '../domain/review.ts'
import type { Ports } from '../ports.ts'
import { notRun } from './judge.ts'
import type { Run } from './start-run.ts'

/** Verdict → Review record. */
export async function keepRecord(ports: Ports, run: Run): Promise<void> {
  const review = recordOf(ports, run)
  await ports.store.saveReview(review, run.outputs)
  run.review = review
  for (const loop of review.loops) ports.log.info('loop.judged', { review: review.id, ...factsOf(loop) })
  const { id, verdict, durationMs } = review
  ports.log.info('run.ended', { review: id, verdict, findings: findingsOf(review).length, ms: durationMs })
}

const factsOf = (loop: LoopOutcome) => ({
  loop: loop.loop,
  state: loop.state,
  verdict: loop.verdict,
  reviewers: loop.reviewers
    .map(({ reviewer, state, durationMs }) => `${reviewer} ${state} ${durationMs} ms`)
    .join(', '),
})

function recordOf({ clock, version }: Pick<Ports, 'clock' | 'version'>, run: Run): Review {
  const cut = whyCut(run.signal)
  const stopped = cut ?? 'an earlier loop did not pass'
  const loops = run.loops.map(
    loop => run.outcomes.find(outcome => outcome.loop === loop.name) ?? notRun(loop, stopped),
  )
  const conclusion = cut ? { verdict: 'unknown' as const, reason: cut } : concludes(loops)
  return {
    version: 1,
    id: run.id,
    trigger: run.trigger,
    startedAt: run.startedAt.toISOString(),
    durationMs: clock.now().getTime() - run.startedAt.getTime(),
    wingman: version,
    epoch: run.epoch,
    part: run.isPart,
    session: run.session,
    snapshot: run.snapshot,
    loops,
    ...conclusion,
  }
}

/** Whoever ends a run may say why; a Ctrl-C says nothing. */
function whyCut({ aborted, reason }: AbortSignal): string | null {
  return aborted ? (CUT_SHORT.find(why => why === reason) ?? 'interrupted') : null
}
