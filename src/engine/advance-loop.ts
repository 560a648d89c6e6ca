import { contentKey } from '../domain/content-key.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import type { LoopOutcome } from '../domain/review.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { Ports, Store } from '../ports.ts'
import { decide } from './decide.ts'
import type { Run } from './start-run.ts'

/** What was judged before, for the same content under the same policy. What could not decide, or cannot be read, is no judgement. */
export async function knownOutcome(
  { git, store }: Pick<Ports, 'git' | 'store'>,
  loop: ResolvedLoop,
  { snapshot, patch }: Pick<Run, 'snapshot' | 'patch'>,
): Promise<LoopOutcome | null> {
  const result = await store.result(contentKey(loop.reads, snapshot), loop)
  if (!result || 'unreadable' in result || result.outcome.verdict === 'unknown') return null
  await store.noteBase(snapshot, patch)
  const known = { ...result.outcome, loop: loop.name, state: 'reused' as const, reusedFrom: result.review }
  return decide({ git, store }, known, { ...loop, snapshot: result.snapshot })
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
