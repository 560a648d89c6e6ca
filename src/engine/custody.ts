import { contentKey, NO_CHANGE } from '../domain/content-key.ts'
import { isDismissible } from '../domain/dismissal.ts'
import { atLeast } from '../domain/finding.ts'
import type { Gap, LoopStanding } from '../domain/gate.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import { type LoopResult, openFindings } from '../domain/review.ts'
import { emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import type { Commit, Evidence, Git, Unreadable } from '../ports.ts'

/** What is asked about, and by whom it is answered. */
interface CustodyQuestion {
  git: Git
  evidence: Evidence
  /** What was last reviewed of the branch, for words only. */
  latest(): Promise<{ review: string; commit: Oid } | null>
  tip: Commit
  /** What the remote lacks. */
  news: readonly Commit[]
  /** Where the branch stands that others work on too, at the remote: what it has since got must not be undone unseen. */
  trunk(): Promise<Oid | null>
  /** The same for the default branch, where the pushed one is another trunk: what is held here may go on to there unasked. */
  mainTrunk(): Promise<Oid | null>
  isPending: boolean
}

/** What is known about a push while its content is followed down to what the remote has. */
export interface Custody extends Omit<CustodyQuestion, 'news'> {
  news: ReadonlyMap<Oid, Commit>
  /** What the remote has: the parents of what it lacks. */
  boundaries: Oid[]
  /** Of each new commit what it changes by itself, all asked at once by the first that nobody has on record. */
  ownDigests(): Promise<ReadonlyMap<Oid, string>>
  /** By loop and commit: in a history with merges the same commit is come upon in many ways. */
  found: Map<string, Promise<LoopStanding>>
}

export function takeCustody(question: CustodyQuestion): Custody {
  const { git, news } = question
  const byOid = new Map(news.map(commit => [commit.oid, commit]))
  const parents = new Set(news.flatMap(commit => commit.parents))
  return {
    ...question,
    news: byOid,
    boundaries: [...parents].filter(oid => !byOid.has(oid)),
    trunk: once(question.trunk),
    mainTrunk: once(question.mainTrunk),
    ownDigests: once(() => git.ownDigests(news)),
    found: new Map(),
  }
}

const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | null = null
  return () => {
    asked ??= ask()
    return asked
  }
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
  const tried = new Set<Oid>([commit.oid])
  const unknown: Diff[] = []
  for (const list of CANDIDATES) {
    for (const { base, digest } of await list(custody, commit)) {
      if (tried.has(base) || !(isOnlyParent(base, commit) || (await mayAnswer(custody, loop, base, commit))))
        continue
      tried.add(base)
      const diff = { commit, base, digest: digest ?? (await digestOf(custody, base, commit)) }
      const standing =
        diff.digest === NO_CHANGE ? unchanged(loop, commit) : await judgementOf(custody, loop, diff)
      if (!standing) unknown.push(diff)
      const whole = standing && (await withRest(custody, loop, diff, standing))
      if (whole?.standing === 'approved') return whole
      against ??= whole
    }
  }
  // Last, since it takes a git for each: by one that reads the same, for a loop that only read it.
  for (const diff of loop.reads === 'diff' ? unknown : []) {
    const standing = await judgementOfSame(custody, loop, diff)
    const whole = standing && (await withRest(custody, loop, diff, standing))
    if (whole?.standing === 'approved') return whole
    against ??= whole
  }
  if (await isPlainMerge(custody, loop, commit)) return unchanged(loop, commit)
  return against ?? absence(custody, loop, commit)
}

interface Diff {
  commit: Commit
  base: Oid
  digest: string
}

/** What a judgement of the diff comes to, given that its base must be accounted for as well. */
async function withRest(
  custody: Custody,
  loop: ResolvedLoop,
  { base, digest }: Diff,
  standing: LoopStanding,
): Promise<LoopStanding> {
  if (standing.standing !== 'approved') return standing
  const below = loop.reads === 'tree' && digest !== NO_CHANGE ? undefined : custody.news.get(base)
  const rest = below && (await standingOf(custody, loop, below))
  return rest && rest.standing !== 'approved' ? rest : standing
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

/** What a review would have to cover, so that it closes the gap. */
export async function gapIn(custody: Custody, loop: ResolvedLoop, standing: LoopStanding): Promise<Gap> {
  const gap = await unanswered(custody, loop, standing)
  const tip = custody.news.get(gap.commit)
  if (!tip || isOnlyParent(gap.base, tip) || (await mayAnswer(custody, loop, gap.base, tip))) return gap
  // From there it would not be seen what became of the trunk, nor count: so from where the trunk came in.
  for (const trunk of [await custody.trunk(), await custody.mainTrunk()])
    for (const base of trunk ? await custody.git.mergeBases(trunk, tip.oid) : [])
      if (await mayAnswer(custody, loop, base, tip)) return { ...gap, base }
  return gap
}

/** From the commit that nobody answers for down to the first that somebody does, or that the remote has. */
async function unanswered(custody: Custody, loop: ResolvedLoop, { commit }: LoopStanding): Promise<Gap> {
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

async function judgementOf({ evidence }: Custody, loop: ResolvedLoop, { commit, digest }: Diff) {
  const result = await evidence.result(contentKey(loop.reads, { digest, tree: commit.tree }), loop)
  return result && fromResult(loop, commit.oid, result)
}

async function judgementOfSame(custody: Custody, loop: ResolvedLoop, { commit, base }: Diff) {
  const patch = await custody.git.patchDigest(base, commit.oid)
  for (const digest of patch === null ? [] : await custody.evidence.digestsOf(patch)) {
    const standing = await judgementOf(custody, loop, { commit, base, digest })
    // What a person dismissed they were shown at its place, and such a diff may be of another one.
    const isByDismissal = standing?.standing === 'approved' && standing.dismissed.length > 0
    if (standing && !isByDismissal) return standing
  }
  return null
}

/** A commit that changes nothing is what its base is: there is nothing to review, and nobody has. */
function unchanged(loop: ResolvedLoop, commit: Commit): LoopStanding {
  const nothing = {
    reason: null,
    review: null,
    findings: [],
    reviewed: null,
    ignored: [],
    dismissed: [],
    byCommand: false,
  }
  return { loop: loop.name, commit: commit.oid, standing: 'approved', ...nothing }
}

interface Candidate {
  base: Oid
  /** Null when it is not on record. */
  digest: string | null
}

/**
 * The bases that a review of this commit may have had, the cheapest first. Nearly always a commit was reviewed by itself, or
 * the whole branch by its tip: one look finds the first, one list the other. Neither costs a git.
 */
const CANDIDATES: readonly ((custody: Custody, commit: Commit) => Promise<Candidate[]>)[] = [
  async ({ evidence }, { tree, parents: [parent] }) => {
    const digest = parent ? await evidence.digest(tree, parent) : null
    return parent && digest ? [{ base: parent, digest }] : []
  },
  ({ evidence }, { tree }) => evidence.basesOf(tree),
  async ({ boundaries }, { oid, parents }) => {
    const bases = [...parents.slice(0, 1), ...boundaries]
    return (bases.length > 0 ? bases : [emptyTreeLike(oid)]).map(base => ({ base, digest: null }))
  },
]

async function digestOf({ git, ownDigests }: Custody, base: Oid, { oid, parents }: Commit): Promise<string> {
  const own = base === parents[0] ? (await ownDigests()).get(oid) : undefined
  return own ?? git.diffDigest(base, oid)
}

/** Nothing lies in between. */
const isOnlyParent = (base: Oid, { parents }: Commit): boolean => parents.length === 1 && parents[0] === base

/** A loop that ran the tree says nothing of a change, whatever it was made from. */
async function mayAnswer(custody: Custody, loop: ResolvedLoop, base: Oid, commit: Commit): Promise<boolean> {
  if (!(await isBelow(custody, base, commit))) return false
  if (loop.reads === 'tree') return true
  if (!(await isRecent(custody, base, commit)) || (await takesBack(custody, base, commit))) return false
  return !(await undoes(custody, await custody.mainTrunk(), { base, commit }))
}

/**
 * A review against an older base says nothing of what the trunk has got since: the same content on top of that would undo it,
 * and nobody saw that. So what the commit has of the trunk must lie below the base too.
 */
async function isRecent(custody: Custody, base: Oid, commit: Commit): Promise<boolean> {
  const trunk = await custody.trunk()
  const newer = await newerThan(custody, trunk, { base, commit })
  if (newer.length === 0) return true
  // Of branches that have merged each other no base has all.
  const hasOneBase = trunk && (await custody.git.mergeBases(trunk, commit.oid)).length === 1
  return !hasOneBase && !(await undoes(custody, trunk, { base, commit }))
}

/** What the commit has of a trunk, and the base has not. */
async function newerThan({ git }: Custody, trunk: Oid | null, { base, commit }: Between): Promise<Oid[]> {
  const shared = trunk ? await git.mergeBases(trunk, commit.oid) : []
  const isTree = base === emptyTreeLike(commit.oid)
  const newer: Oid[] = []
  for (const oid of shared)
    if (oid !== base && (isTree || !(await git.isAncestor(oid, base)))) newer.push(oid)
  return newer
}

interface Between {
  base: Oid
  commit: Commit
}

/** Whether any of that is gone, where the diff from the base does not show it. */
async function undoes(custody: Custody, trunk: Oid | null, between: Between): Promise<boolean> {
  const { base, commit } = between
  for (const there of await newerThan(custody, trunk, between))
    if (await custody.git.takesBack({ base, there, commit: commit.oid, evenOwn: true })) return true
  return false
}

/**
 * Nor does it say anything of what others brought to a branch that is no trunk, where the change does not show what became of it.
 * What the remote has is known from the boundaries: whatever the new commits stand on.
 */
async function takesBack({ git, boundaries }: Custody, base: Oid, commit: Commit): Promise<boolean> {
  for (const there of boundaries) {
    const isAside =
      there === base || (await git.isAncestor(there, base)) || !(await git.isAncestor(there, commit.oid))
    if (!isAside && (await git.takesBack({ base, there, commit: commit.oid }))) return true
  }
  return false
}

/** The remote's, or below the commit: another one's content is not accounted for by anybody. */
async function isBelow({ git, news, boundaries }: Custody, base: Oid, commit: Commit): Promise<boolean> {
  if (boundaries.includes(base)) return true
  // Whoever took everything away on top of a history has not gone back to before it: that is a change, and one to be seen.
  if (base === emptyTreeLike(commit.oid)) return commit.tree !== base || commit.parents.length === 0
  // Among the new ones it must really lie below, or two reviews could vouch for each other in a circle.
  return (news.has(base) && commit.parents.includes(base)) || git.isAncestor(base, commit.oid)
}

function fromResult(loop: ResolvedLoop, commit: Oid, result: LoopResult | Unreadable): LoopStanding {
  if ('unreadable' in result) {
    const nothing = {
      review: null,
      findings: [],
      reviewed: null,
      ignored: [],
      dismissed: [],
      byCommand: false,
    }
    return { loop: loop.name, commit, standing: 'unreadable', reason: result.unreadable, ...nothing }
  }
  const { reviewers, verdict, reason, dismissed = [] } = result.outcome
  const findings = openFindings(result.outcome)
  const missed = reviewers.flatMap(({ reviewer, coverage }) =>
    (coverage?.missed ?? []).map(it => `${reviewer} did not review ${it.file} (${it.reason})`),
  )
  // An approval of a part is none, whoever wrote it down as one.
  const isPartial = verdict === 'approved' && missed.length > 0
  return {
    loop: loop.name,
    commit,
    standing: isPartial ? 'unknown' : verdict,
    reason: isPartial ? (missed[0] ?? null) : reason,
    review: result.review,
    findings: findings.filter(finding => finding.blocking || atLeast(finding.severity, loop.failOn)),
    reviewed: null,
    ignored: ignoredByAll(reviewers),
    dismissed,
    byCommand:
      findings.length > 0 &&
      reviewers.every(({ kind, findings: said }) => said.length === 0 || !isDismissible(kind)),
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
    dismissed: [],
    byCommand: false,
  }
  if (custody.isPending) return { ...nothing, standing: 'pending' }
  const latest = await custody.latest()
  if (!latest || commit.oid !== custody.tip.oid) return { ...nothing, standing: 'missing' }
  return { ...nothing, standing: 'stale', review: latest.review, reviewed: latest.commit }
}
