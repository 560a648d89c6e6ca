import type { Epoch } from '../domain/epoch.ts'
import { loopsFor, loopsUpTo } from '../domain/loop.ts'
import type { ResolvedBudget, ResolvedConfig, ResolvedLoop } from '../domain/resolved-config.ts'
import { type LoopOutcome, type Review, reviewId } from '../domain/review.ts'
import type { Adopted, Snapshot } from '../domain/snapshot.ts'
import type { Trigger } from '../domain/trigger.ts'
import type { Background, Ports } from '../ports.ts'
import { backgroundOnce } from './gather-background.ts'
import { gatherContext, type ReviewContext } from './gather-context.ts'
import { type Scope, takeSnapshot } from './take-snapshot.ts'

export interface RunRequest {
  trigger: Trigger
  scope: Scope
  /** `--base`, which comes before the config's. */
  base: string | null
  /** `--loop`: up to this one. */
  loop: string | null
  /** Judge again what was judged before. */
  fresh: boolean
  /** `--agent`, `--model`, `--focus`: in place of the config's loops. */
  byHand?: ByHand | null
  adopted: Adopted | null
  /** The agent's session that asks, or made the commit; `claude:<id>`. */
  session?: string | null
  signal: AbortSignal
}

export interface ByHand {
  loops: ResolvedLoop[]
  focus: string | null
}

/** A run under way: what it looks at, and what came of it so far. */
export interface Run {
  id: string
  trigger: Trigger
  session: string | null
  startedAt: Date
  epoch: Epoch
  fresh: boolean
  isPart: boolean
  signal: AbortSignal
  loops: ResolvedLoop[]
  snapshot: Snapshot
  /** The digest of the change as it reads. */
  patch: string | null
  context: ReviewContext
  /** What models are told besides; gathered when the first of them asks. */
  background(): Promise<Background>
  budget: ResolvedBudget
  focus: string | null
  outcomes: LoopOutcome[]
  /** What reviewers printed, by `loop.reviewer`. */
  outputs: Map<string, string>
  /** The record, once it is kept. */
  review: Review | null
  /** What went wrong with keeping or delivering it, first of all. */
  failure: unknown
}

/** Trigger → Snapshot → Context: everything that is known before the first reviewer starts. */
export async function startRun(ports: Ports, config: ResolvedConfig, request: RunRequest): Promise<Run> {
  const { trigger, scope, fresh, adopted, signal, byHand = null, session = null } = request
  const loops =
    byHand?.loops ?? (request.loop ? loopsUpTo(config.loops, request.loop) : loopsFor(config.loops, trigger))
  const startedAt = ports.clock.now()
  const base = request.base ?? (isBranch(scope) ? config.context.base : null)
  const snapshot = await takeSnapshot(ports, { trigger, scope, base, loops, adopted, session })
  const [context, patch] = await Promise.all([
    gatherContext(ports.git, snapshot, config),
    ports.git.patchDigest(snapshot.base, snapshot.commit),
  ])
  // After the snapshot: a capture counts as made in the epoch that holds once it is there.
  const epoch = await ports.epoch.observe()
  const id = reviewId(startedAt, ports.nonce())
  ports.log.info('run.started', {
    review: id,
    trigger,
    commit: snapshot.commit,
    base: snapshot.base,
    files: context.files.length,
    loops: loops.length,
  })
  return {
    id,
    trigger,
    session,
    startedAt,
    epoch,
    fresh,
    isPart: !isBranch(scope) || request.base !== null || request.loop !== null || byHand !== null,
    signal,
    loops,
    snapshot,
    patch,
    context,
    background: backgroundOnce(ports, { config, snapshot, session, context, signal }),
    budget: config.budget,
    focus: byHand?.focus ?? null,
    outcomes: [],
    outputs: new Map(),
    review: null,
    failure: null,
  }
}

/** The config's base is for branches; a commit or what is staged has a base of its own. */
const isBranch = ({ kind }: Scope): boolean => kind === 'branch' || kind === 'tip'

/** A commit that takes everything back is a change too: what was found before is answered by it. */
export const nothingChanged = ({ snapshot }: Run): boolean => snapshot.commits + snapshot.uncommitted === 0
