import type { Amount, Entry, Spender } from './domain/budget.ts'
import type { Omission } from './domain/coverage.ts'
import type { Earlier } from './domain/earlier.ts'
import type { Epoch } from './domain/epoch.ts'
import type { GhostKind, GhostTrigger } from './domain/ghost.ts'
import type { Dismissed } from './domain/journal.ts'
import type { LogFact } from './domain/log-line.ts'
import type { Cost, ReviewerReport } from './domain/outcome.ts'
import type { Told } from './domain/progress.ts'
import type { ReviewRequest } from './domain/request.ts'
import type { ResolvedBudget, ResolvedLoop, ResolvedReviewer } from './domain/resolved-config.ts'
import type { LoopResult, Review } from './domain/review.ts'
import type { ChangedFile, Oid, Snapshot } from './domain/snapshot.ts'

/** What the engine needs of the world. Adapters fill these in; `cli/compose.ts` puts them together. */
export interface Ports {
  git: Git
  store: Store
  reviewers: ReviewerTable
  workplaces: Workplaces
  desk: Desk
  epoch: EpochKeeper
  sessions: Sessions
  progress: ProgressKeeper
  ledger: Ledger
  /** What was asked for, as far as somebody knows. */
  intent: IntentSource
  commands: CommandRunner
  log: Log
  clock: Clock
  /** Our own, for the record. */
  version: string
  digest: Digest
  /** Different every time. */
  nonce(): string
}

export interface Clock {
  now(): Date
}

/** The epoch of this worktree. */
export interface EpochKeeper {
  /** Notices what no hook announced; answers the epoch that holds now. */
  observe(): Promise<Epoch>
  /** After a change of our own to what is the person's. */
  bump(): Promise<Epoch>
}

/** What is mutable is written under the number of the lock that one holds, and refused to whoever was passed over. */
export interface Fence {
  number(): number
  /** Whether nobody has taken over meanwhile. */
  isCurrent(): Promise<boolean>
}

/** Who is at work, for people who wait in another process. Nothing hangs on it, and it never throws. */
export interface ProgressKeeper {
  /** Until the work is through, whichever way; it may tell how far it is. */
  during<T>(
    job: { loop: string; reviewer: string },
    work: (tell: (told: Told) => void) => Promise<T>,
  ): Promise<T>
}

/** What models cost, kept where other processes see it. */
export interface Ledger {
  /** Sets aside the first of these amounts that fits. */
  reserve(
    by: { spender: Spender; model: string; budget: ResolvedBudget },
    amounts: readonly Amount[],
  ): Promise<Reservation | { refused: string }>
  /** Of these days (`2026-11-01`), or of all. */
  entries(days?: readonly string[]): Promise<Entry[]>
}

export interface Reservation {
  amount: Amount
  /** What it took in the end. Without a word it counts as what was set aside. */
  settle(cost: Cost | null): Promise<void>
}

/** What the person asked for. */
export interface IntentSource {
  /** What was said to the agent of this session since the commit that was last reviewed, the newest last. */
  prompts(snapshot: Snapshot, session: string | null): Promise<string[]>
  task(snapshot: Snapshot): Promise<TaskGiven | null>
}

interface TaskGiven {
  title: string
  scope: string
  criteria: string[]
}

/** Runs what the config names, in a folder; never throws. */
export type CommandRunner = (asked: {
  command: string
  dir: string
  signal: AbortSignal
}) => Promise<{ passed: boolean; how: string; output: string }>

/** What a model is told besides the change. All of it is untrusted. */
export interface Background {
  prompts: string[]
  task: TaskGiven | null
  /** As the base has them: a change must not instruct its own reviewer. */
  projectFiles: { path: string; text: string }[]
  commands: { name: string; command: string; passed: boolean; how: string; output: string }[]
  earlier: Earlier[]
}

/** Coding agents at work in this worktree. */
export interface Sessions {
  isActive(): Promise<boolean>
}

/** What happened, for whoever looks for a bug: ids, counts, paths and durations, never code, prompts or secrets. Never throws. */
export interface Log {
  error(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  info(event: string, facts?: LogFacts): void
  debug(event: string, facts?: LogFacts): void
}

export type LogFacts = Record<string, LogFact>

/** sha256, in hex. */
type Digest = (text: string | Uint8Array) => string

export interface Commit {
  oid: Oid
  tree: Oid
  parents: Oid[]
}

/** From a commit to its only parent. */
export interface Step {
  tree: Oid
  parent: Oid
  digest: string
}

export interface CommitMessage {
  oid: Oid
  subject: string
  body: string
}

/** Questions to git; none of them touches the person's index, tree or branches. */
export interface Git {
  commit(revision: string): Promise<Commit | null>
  /** What a symbolic ref such as HEAD points at; null when it is detached or not there. */
  symbolic(name: string): Promise<string | null>
  /** The full name of a branch or tag (`main` → `refs/heads/main`); null for anything else. */
  refName(name: string): Promise<string | null>
  /** The full name of a ref's upstream, if it has one. */
  upstream(ref: string): Promise<string | null>
  mergeBase(a: Oid, b: Oid): Promise<Oid | null>
  /** All of them: where two branches have merged each other, none lies below another. */
  mergeBases(a: Oid, b: Oid): Promise<Oid[]>
  isAncestor(ancestor: Oid, descendant: Oid): Promise<boolean>
  /** First parents from `from` down, not reachable from `not`, at most `limit`. */
  firstParents(query: { from: Oid; not: Oid | null; limit: number }): Promise<Commit[]>
  messages(base: Oid, head: Oid): Promise<CommitMessage[]>
  /** sha256 of the raw diff. */
  diffDigest(base: Oid, head: Oid): Promise<string>
  /** The same of many commits at once, each against its first parent; one that has none is left out. */
  ownDigests(commits: readonly Commit[]): Promise<ReadonlyMap<Oid, string>>
  changes(base: Oid, head: Oid): Promise<ChangedFile[]>
  /** The content of a file at a commit; null if it is not there. */
  show(commit: Oid, path: string): Promise<Buffer | null>
  /** The mode and id of what a tree has there; empty for nothing, null for a tree that is not here. */
  fileAt(tree: Oid, path: string): Promise<string | null>
  /** Uncommitted work as a ghost commit, kept under a ref of ours; null when there is none. */
  capture(what: GhostKind, reason: CaptureReason): Promise<Ghost | null>
  /** Of the change as it reads, whatever else moved in the files; null for one that is too large. */
  patchDigest(base: Oid, head: Oid): Promise<string | null>
  /** The tree that git makes of the parents by itself; null when it cannot, or this git does not know how. */
  autoMerge(commit: Commit): Promise<Oid | null>
  /** What `tip` has and none of the others, itself first. A tag is followed; what is no commit has nothing. What is not here excludes nothing. */
  newCommits(tip: Oid, others: readonly Oid[]): Promise<Commit[]>
  /** Whether a commit takes back what others (or anybody) brought to the remote after a review's base, unseen in the diff against that base. */
  takesBack(asked: { base: Oid; there: Oid; commit: Oid; evenOwn?: boolean }): Promise<boolean>
  /** What a remote has, asked of itself. */
  remoteTips(url: string): Promise<RemoteTip[]>
  /** Has the commits of these branches of a remote brought here, under no name. */
  bring(url: string, refs: readonly string[]): Promise<void>
}

/** What a ghost is told about how it came to be. */
export interface CaptureReason {
  trigger: GhostTrigger
  at: Date
  session: string | null
  /** Asked once the work was read: a ghost has the epoch that holds after it. */
  epoch(): Promise<Epoch>
}

export interface Ghost {
  id: string
  commit: Oid
  tree: Oid
  /** How many differ from the commit below it. */
  files: number
  /** The one that holds now, which may be later than that of a ghost that was there before. */
  epoch: Epoch
  /** Repositories in the tree that are no submodules. */
  leftOut: string[]
}

export interface RemoteTip {
  ref: string
  oid: Oid
}

/** What was judged, as custody goes by it: the store of this machine, or what others carried here. */
export interface Evidence {
  result(key: string, loop: Terms): Promise<LoopResult | Unreadable | null>
  /** Of the diff from this base to this tree; null when it was not reviewed. */
  digest(tree: Oid, base: Oid): Promise<string | null>
  /** Which bases a tree was reviewed against, with the digest of that diff. */
  basesOf(tree: Oid): Promise<{ base: Oid; digest: string }[]>
  /** The digests of reviewed diffs that read the same. */
  digestsOf(patch: string): Promise<string[]>
}

/** What a loop's result is kept under, and judged again by. */
export type Terms = Pick<ResolvedLoop, 'policy' | 'failOn'>

/** Records and results. What was written once is never overwritten. */
export interface Store extends Evidence {
  saveReview(review: Review, outputs: ReadonlyMap<string, string>): Promise<void>
  review(id: string): Promise<Review | null>
  /** The newest first. */
  reviewIds(): Promise<string[]>
  saveResult(result: LoopResult, patch: string | null): Promise<void>
  /** Those that nobody took back. */
  dismissals(): Promise<Dismissed[]>
  /** That this tree was looked at against this base: the gate finds results by it. Known results are found from a new base too. */
  noteBase(snapshot: Snapshot, patch: string | null): Promise<void>
  /** What a commit changes by itself, if it has one parent: for a way through history that takes no git. */
  noteStep(commit: Commit, digest: string): Promise<void>
  step(commit: Oid): Promise<Step | null>
  /** The review speaks of the branch at this commit from now on. */
  speaksOf(ref: string, latest: { review: string; commit: Oid }): Promise<void>
  /** The review that was last made of a branch, and the commit it speaks of. */
  latest(ref: string): Promise<{ review: string; commit: Oid } | null>
  answer: AnswerKeeper['answer']
  keepAnswer: AnswerKeeper['keepAnswer']
  requests(): Promise<ReviewRequest[]>
  settle(requestIds: readonly string[]): Promise<void>
}

export interface Unreadable {
  unreadable: string
}

/** A name and a start: who runs a reviewer does not know what it is. */
export interface Reviewer {
  name: string
  start(work: ReviewWork): Promise<ReviewerReport>
  /** What it would ask; only of those that ask somebody. */
  preview?(work: ReviewWork): Promise<Preview[]>
}

/** A question that would be put to models. */
export interface Preview {
  models: string[]
  /** Null when there is none, and the note says why. */
  prompt: string | null
  note: string | null
}

export type ReviewerTable = (reviewer: ResolvedReviewer) => Reviewer

/** What a reviewer is handed. All of it is untrusted. */
export interface ReviewWork {
  snapshot: Snapshot
  /** What it is asked to look at: the change, without what was left out on purpose. */
  files: ChangedFile[]
  ignored: Omission[]
  /** What was meant, in the authors' words. */
  messages: CommitMessage[]
  /** The content of a file at the snapshot. */
  read(path: string): Promise<Buffer | null>
  /** The content of a file at the base, which the change cannot have touched. */
  readBase(path: string): Promise<Buffer | null>
  /** Gathered once for a run, when the first one asks. */
  background(): Promise<Background>
  /** What may stand in one question, in tokens: of the change, and of all the rest. */
  room: { diff: number; rest: number }
  /** What the person wants looked at in this one run. */
  focus: string | null
  /** Judge again what was judged before. */
  fresh: boolean
  answers: AnswerKeeper
  /** Sets aside what a call may cost. */
  reserve(model: string, amounts: readonly Amount[]): Promise<Reservation | { refused: string }>
  workplaces: Workplaces
  signal: AbortSignal
  /** The last line of progress, for the task list. */
  say(line: string): void
  /** What it has cost so far, for whoever watches. */
  spent(cost: Cost): void
}

/** What was answered before, by a digest of everything that it hangs on. */
interface AnswerKeeper {
  answer(key: string): Promise<unknown>
  keepAnswer(key: string, answer: unknown): Promise<void>
}

/** Where a snapshot can be looked at or run. */
export interface Workplaces {
  /**
   * `tree`: the person's own tree if it is exactly the snapshot, else a worktree. `worktree`: a checkout of its own with
   * the installed dependencies linked in. `export`: plain files, without git and without agents' configuration.
   */
  open(snapshot: Pick<Snapshot, 'commit' | 'tree'>, kind: 'tree' | 'worktree' | 'export'): Promise<Workplace>
}

export interface Workplace {
  dir: string
  /** Whether it still is what the snapshot says; a command that ran while the person typed proves nothing. */
  unchanged(): Promise<boolean>
  close(): Promise<void>
}

/** Where findings are laid out for the agent and the person. */
export interface Desk {
  /** The report, the line that the next commit shows, and the note that a review waits to be handed over. */
  lay(review: Review): Promise<void>
}
