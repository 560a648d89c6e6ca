import { contentKey, NO_CHANGE } from '../domain/content-key.ts'
import { atLeast } from '../domain/finding.ts'
import type { Gap, LoopStanding } from '../domain/gate.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import type { LoopResult } from '../domain/review.ts'
import { emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import type { Commit, Evidence, Git, Unreadable } from '../ports.ts'

/** What is known about a push while its content is followed down to what the remote has. */
export interface Custody {
  git: Git
  evidence: Evidence
  /** What was last reviewed of the branch, for words only. */
  latest(): Promise<{ review: string; commit: Oid } | null>
  tip: Commit
  /** What the remote lacks. */
  news: ReadonlyMap<Oid, Commit>
  /** What it has: the parents of what it lacks. */
  boundaries: Oid[]
  /** Where the branch stands that others work on too, at the remote: what it has since got must not be undone unseen. */
  trunk(): Promise<Oid | null>
  /** By loop and commit: in a history with merges the same commit is come upon in many ways. */
  found: Map<string, Promise<LoopStanding>>
  isPending: boolean
}

/**
 * Whether a loop has approved everything in this commit that the remote lacks. An approved review of base..commit answers
 * for that diff; if the remote lacks the base as well, a review must answer for the base, and so on down.
 */
export function standingOf(custody: Custody, loop: ResolvedLoop, commit: Commit): Promise<LoopStanding> {
  const key = `${loop.name} ${commit.oid}`
  const found = custody.found.get(key) ?? follow(custody, loop, commit)
  custody.found.set(key, found)
  return found
}

async function follow(custody: Custody, loop: ResolvedLoop, commit: Commit): Promise<LoopStanding> {
  let against: LoopStanding | null = null
  for await (const { base, digest } of candidates(custody, commit)) {
    if (loop.reads !== 'tree' && !(await isRecent(custody, base, commit))) continue
    const standing =
      digest === NO_CHANGE ? unchanged(loop, commit) : await known(custody, loop, { commit, base, digest })
    if (standing?.standing !== 'approved') {
      against ??= standing
      continue
    }
    const below = loop.reads === 'tree' && digest !== NO_CHANGE ? undefined : custody.news.get(base)
    if (!below) return standing
    const rest = await standingOf(custody, loop, below)
    if (rest.standing === 'approved') return standing
    against ??= rest
  }
  if (await isPlainMerge(custody, loop, commit)) return unchanged(loop, commit)
  return against ?? absence(custody, loop, commit)
}

/**
 * A merge that is what git makes of its parents by itself has brought in nothing of its own. A loop that ran the tree never
 * saw that tree; one that read diffs has read both sides.
 */
async function isPlainMerge(custody: Custody, loop: ResolvedLoop, commit: Commit): Promise<boolean> {
  if (commit.parents.length < 2 || loop.reads !== 'diff') return false
  for (const parent of commit.parents) {
    const below = custody.news.get(parent)
    if (below && (await standingOf(custody, loop, below)).standing !== 'approved') return false
  }
  return (await custody.git.autoMerge(commit)) === commit.tree
}

/** From the commit that nobody answers for down to the first that somebody does, or that the remote has. */
export async function gapIn(custody: Custody, loop: ResolvedLoop, { commit }: LoopStanding): Promise<Gap> {
  let commits = 0
  let at = custody.news.get(commit) ?? custody.tip
  for (;;) {
    commits += 1
    const [parent] = at.parents
    const below = parent === undefined ? undefined : custody.news.get(parent)
    if (!below) return { base: parent ?? emptyTreeLike(commit), commit, commits }
    // A loop that runs the tree is asked about the last one alone; the whole change is what it should see.
    if (loop.reads === 'diff' && (await standingOf(custody, loop, below)).standing === 'approved')
      return { base: below.oid, commit, commits }
    at = below
  }
}

interface Diff extends Candidate {
  commit: Commit
}

/** By the very same diff; else, for a loop that only read it, by one that reads the same. */
async function known({ git, evidence }: Custody, loop: ResolvedLoop, { commit, base, digest }: Diff) {
  const result = await evidence.result(contentKey(loop.reads, { digest, tree: commit.tree }), loop.policy)
  if (result || loop.reads !== 'diff') return result && fromResult(loop, commit.oid, result)
  const patch = await git.patchDigest(base, commit.oid)
  for (const same of patch === null ? [] : await evidence.digestsOf(patch)) {
    const other = await evidence.result(contentKey('diff', { digest: same, tree: commit.tree }), loop.policy)
    if (other) return fromResult(loop, commit.oid, other)
  }
  return null
}

/** A commit that changes nothing is what its base is: there is nothing to review, and nobody has. */
function unchanged(loop: ResolvedLoop, commit: Commit): LoopStanding {
  const nothing = { reason: null, review: null, findings: [], reviewed: null, ignored: [] }
  return { loop: loop.name, commit: commit.oid, standing: 'approved', ...nothing }
}

interface Candidate {
  base: Oid
  digest: string
}

/**
 * The bases that a review of this commit may have had: the ones on record (which cost no git), what the remote has, and
 * the parent. Each is the remote's or lies below the tip; another commit's content is not accounted for by anybody.
 */
async function* candidates(custody: Custody, commit: Commit): AsyncGenerator<Candidate> {
  const { git, boundaries } = custody
  const tried = new Set<Oid>([commit.oid])
  // Nearly always a commit was reviewed by itself, or the whole branch by its tip: one look finds the first, one list the other.
  const [parent] = commit.parents
  const digest = parent ? await custody.evidence.digest(commit.tree, parent) : null
  if (parent && digest) {
    tried.add(parent)
    yield { base: parent, digest }
  }
  for (const edge of await custody.evidence.basesOf(commit.tree)) {
    if (tried.has(edge.base) || !(await isBelow(custody, edge.base, commit))) continue
    tried.add(edge.base)
    yield edge
  }
  const below = [...boundaries, ...commit.parents.slice(0, 1)]
  const bases = below.length > 0 ? below : [emptyTreeLike(commit.oid)]
  for (const base of bases) {
    if (tried.has(base)) continue
    tried.add(base)
    const [found = ''] = await git.diffDigests([{ base, head: commit.oid }])
    yield { base, digest: found }
  }
}

/**
 * A review against an older base says nothing of what the trunk has got since: the same content on top of that would undo it,
 * and nobody saw that. So what the commit has of the trunk must lie below the base too.
 */
async function isRecent(custody: Custody, base: Oid, commit: Commit): Promise<boolean> {
  // One parent, and that is the base: nothing lies in between.
  if (commit.parents.length === 1 && commit.parents[0] === base) return true
  const trunk = await custody.trunk()
  const shared = trunk && (await custody.git.mergeBase(trunk, commit.oid))
  if (!shared || shared === base) return true
  return base !== emptyTreeLike(commit.oid) && custody.git.isAncestor(shared, base)
}

async function isBelow({ git, news, boundaries }: Custody, base: Oid, commit: Commit): Promise<boolean> {
  if (boundaries.includes(base) || base === emptyTreeLike(commit.oid)) return true
  // Among the new ones it must really lie below, or two reviews could vouch for each other in a circle.
  return (news.has(base) && commit.parents.includes(base)) || git.isAncestor(base, commit.oid)
}

function fromResult(loop: ResolvedLoop, commit: Oid, result: LoopResult | Unreadable): LoopStanding {
  const at = { loop: loop.name, commit, reviewed: null, ignored: [] }
  if ('unreadable' in result) {
    return { ...at, standing: 'unreadable', reason: result.unreadable, review: null, findings: [] }
  }
  const { reviewers, verdict, reason } = result.outcome
  const findings = reviewers.flatMap(reviewer => reviewer.findings)
  const missed = reviewers.flatMap(({ reviewer, coverage }) =>
    (coverage?.missed ?? []).map(it => `${reviewer} did not review ${it.file} (${it.reason})`),
  )
  // An approval of a part is none, whoever wrote it down as one.
  const isPartial = verdict === 'approved' && missed.length > 0
  return {
    ...at,
    ignored: ignoredByAll(reviewers),
    standing: isPartial ? 'unknown' : verdict,
    reason: isPartial ? (missed[0] ?? null) : reason,
    review: result.review,
    findings: findings.filter(finding => finding.blocking || atLeast(finding.severity, loop.failOn)),
  }
}

/** What one reviewer left out another may have looked at. */
function ignoredByAll(reviewers: LoopResult['outcome']['reviewers']): string[] {
  const covered = new Set(reviewers.flatMap(({ coverage }) => coverage?.covered ?? []))
  const ignored = reviewers.flatMap(({ coverage }) => (coverage?.ignored ?? []).map(({ file }) => file))
  return [...new Set(ignored)].filter(file => !covered.has(file))
}

/** No result for this content under this policy: is one under way, was something else reviewed, or nothing at all? */
async function absence(custody: Custody, loop: ResolvedLoop, commit: Commit): Promise<LoopStanding> {
  const nothing = {
    loop: loop.name,
    commit: commit.oid,
    reason: null,
    review: null,
    findings: [],
    reviewed: null,
    ignored: [],
  }
  if (custody.isPending) return { ...nothing, standing: 'pending' }
  const latest = await custody.latest()
  if (!latest || commit.oid !== custody.tip.oid) return { ...nothing, standing: 'missing' }
  return { ...nothing, standing: 'stale', review: latest.review, reviewed: latest.commit }
}
