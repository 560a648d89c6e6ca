import { contentKey, NO_CHANGE } from '../domain/content-key.ts'
import { atLeast } from '../domain/finding.ts'
import type { LoopStanding } from '../domain/gate.ts'
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
    const standing =
      digest === NO_CHANGE ? unchanged(loop, commit) : await known(custody, loop, { ...commit, digest })
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
  return against ?? absence(custody, loop, commit)
}

async function known({ evidence }: Custody, loop: ResolvedLoop, at: Commit & { digest: string }) {
  const result = await evidence.result(contentKey(loop.reads, at), loop.policy)
  return result && fromResult(loop, at.oid, result)
}

/** A commit that changes nothing is what its base is: there is nothing to review, and nobody has. */
function unchanged(loop: ResolvedLoop, commit: Commit): LoopStanding {
  const nothing = { reason: null, review: null, findings: [], reviewed: null }
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
    const [digest = ''] = await git.diffDigests([{ base, head: commit.oid }])
    yield { base, digest }
  }
}

async function isBelow({ git, news, boundaries }: Custody, base: Oid, commit: Commit): Promise<boolean> {
  if (boundaries.includes(base) || base === emptyTreeLike(commit.oid)) return true
  // Among the new ones it must really lie below, or two reviews could vouch for each other in a circle.
  return (news.has(base) && commit.parents.includes(base)) || git.isAncestor(base, commit.oid)
}

function fromResult(loop: ResolvedLoop, commit: Oid, result: LoopResult | Unreadable): LoopStanding {
  const at = { loop: loop.name, commit, reviewed: null }
  if ('unreadable' in result) {
    return { ...at, standing: 'unreadable', reason: result.unreadable, review: null, findings: [] }
  }
  const findings = result.outcome.reviewers.flatMap(reviewer => reviewer.findings)
  return {
    ...at,
    standing: result.outcome.verdict,
    reason: result.outcome.reason,
    review: result.review,
    findings: findings.filter(finding => finding.blocking || atLeast(finding.severity, loop.failOn)),
  }
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
  }
  if (custody.isPending) return { ...nothing, standing: 'pending' }
  const latest = await custody.latest()
  if (!latest || commit.oid !== custody.tip.oid) return { ...nothing, standing: 'missing' }
  return { ...nothing, standing: 'stale', review: latest.review, reviewed: latest.commit }
}
