import type { ReviewerOutcome } from '../domain/outcome.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import type { LoopOutcome } from '../domain/review.ts'
import { judge } from '../domain/verdict.ts'

/** Findings → Verdict, of one loop. */
export function judgeLoop(loop: ResolvedLoop, reviewers: ReviewerOutcome[]): LoopOutcome {
  const judgement = judge(loop.failOn, reviewers)
  return { loop: loop.name, policy: loop.policy, state: 'run', reusedFrom: null, ...judgement, reviewers }
}

/** It had to wait for one that did not pass. */
export function notRun(loop: ResolvedLoop, reason: string): LoopOutcome {
  return {
    loop: loop.name,
    policy: loop.policy,
    state: 'not-run',
    reusedFrom: null,
    verdict: 'unknown',
    reason,
    reviewers: [],
  }
}
