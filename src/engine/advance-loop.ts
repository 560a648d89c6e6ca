import { contentKey } from '../domain/content-key.ts'
import { withDismissals } from '../domain/dismissal.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import type { LoopOutcome } from '../domain/review.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { Store } from '../ports.ts'
import type { Run } from './start-run.ts'

/** What was judged before, for the same content under the same policy. What could not decide, or cannot be read, is no judgement. */
export async function knownOutcome(
  store: Store,
  loop: ResolvedLoop,
  { snapshot, patch }: Pick<Run, 'snapshot' | 'patch'>,
): Promise<LoopOutcome | null> {
  const result = await store.result(contentKey(loop.reads, snapshot), loop)
  if (!result || 'unreadable' in result || result.outcome.verdict === 'unknown') return null
  await store.noteBase(snapshot, patch)
  const known = { ...result.outcome, loop: loop.name, state: 'reused' as const, reusedFrom: result.review }
  return withoutDismissed(store, loop, known, result.snapshot)
}

/** What a person has dismissed is not raised again, whatever became of the loop. */
export async function withoutDismissed(
  store: Store,
  { failOn }: ResolvedLoop,
  outcome: LoopOutcome,
  content: Snapshot,
): Promise<LoopOutcome> {
  if (outcome.reviewers.every(({ findings }) => findings.length === 0)) return outcome
  return withDismissals(outcome, { failOn, content, dismissals: await store.dismissals() })
}

/** Kept for the next time, and for the gate; an interrupted loop has nothing to say, and must not hide what an earlier one said. */
export async function keepOutcome(store: Store, loop: ResolvedLoop, kept: Kept): Promise<void> {
  const { review, snapshot, patch, outcome } = kept
  if (outcome.reviewers.some(reviewer => reviewer.state === 'cancelled')) return
  const key = contentKey(loop.reads, snapshot)
  const result = { loop: loop.name, policy: loop.policy, key, review, snapshot, outcome }
  await store.saveResult({ version: 1, ...result }, patch)
}

interface Kept {
  review: string
  snapshot: Snapshot
  patch: string | null
  outcome: LoopOutcome
}
