import { concludes, findingsOf, type LoopOutcome, type Review } from '../domain/review.ts'
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
  const stopped = run.signal.aborted ? 'interrupted' : 'an earlier loop did not pass'
  const loops = run.loops.map(
    loop => run.outcomes.find(outcome => outcome.loop === loop.name) ?? notRun(loop, stopped),
  )
  const conclusion = run.signal.aborted
    ? { verdict: 'unknown' as const, reason: 'interrupted' }
    : concludes(loops)
  return {
    version: 1,
    id: run.id,
    trigger: run.trigger,
    startedAt: run.startedAt.toISOString(),
    durationMs: clock.now().getTime() - run.startedAt.getTime(),
    wingman: version,
    session: null,
    snapshot: run.snapshot,
    loops,
    ...conclusion,
  }
}
