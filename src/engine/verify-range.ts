import type { LoopStanding } from '../domain/gate.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import { emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import type { Commit, Evidence, Git } from '../ports.ts'
import { type Custody, standingOf, takeCustody } from './custody.ts'
import { defaultTip } from './trunk.ts'

interface RangeQuestion {
  git: Git
  evidence: Evidence
  loops: readonly ResolvedLoop[]
  /** Where the range begins. */
  from: Oid
  /** What the range holds, its tip first. */
  news: readonly Commit[]
  tip: Commit
  remote: string
  /** A review under another policy, for words only. */
  latest: Custody['latest']
}

export interface RangeAnswer {
  /** A base for a review that would cover all of it. */
  base: Oid
  loops: LoopStanding[]
  /** Commits whose content no chain of approvals reaches, the newest first. */
  gaps: Oid[]
  /** Covered only if the default branch was not yet where the range begins, which nobody knows any more. */
  unsure: Oid[]
}

/** Attestation → Gate: whether every loop has approved everything in a range, by the evidence that is here. */
export async function verifyRange(question: RangeQuestion): Promise<RangeAnswer> {
  const { git, tip, remote, from } = question
  const above = await trunkAbove(git, tip, remote)
  const strict = await follow(question, above ?? from)
  if (above !== null || strict.gaps.length === 0) return { ...strict, unsure: [] }
  const loose = await follow(question, null)
  return { ...loose, unsure: loose.gaps.length === 0 ? strict.gaps : [] }
}

/**
 * The remote's default branch, as long as it has not got the range yet. Afterwards, or where it is not known, the beginning of the
 * range stands for it: that is what a server says the branch was before a push.
 */
async function trunkAbove(git: Git, tip: Commit, remote: string): Promise<Oid | null> {
  const trunk = await defaultTip(git, remote)
  return trunk && !(await git.isAncestor(tip.oid, trunk)) ? trunk : null
}

async function follow(question: RangeQuestion, trunk: Oid | null): Promise<Omit<RangeAnswer, 'unsure'>> {
  const { tip, news, loops } = question
  const custody = takeCustody({
    ...question,
    trunk: async () => trunk,
    mainTrunk: async () => null,
    isPending: false,
  })
  const standings: LoopStanding[] = []
  const gaps = new Set<Oid>()
  for (const loop of loops) {
    const standing = await standingOf(custody, loop, tip)
    standings.push(standing)
    if (standing.standing === 'approved') continue
    for (const oid of await gapsOf(custody, loop, news)) gaps.add(oid)
  }
  return {
    base: custody.boundaries[0] ?? emptyTreeLike(tip.oid),
    loops: standings,
    gaps: news.map(({ oid }) => oid).filter(oid => gaps.has(oid)),
  }
}

/** What lies below an approved commit is accounted for, with or without a review of its own. */
async function gapsOf(custody: Custody, loop: ResolvedLoop, news: readonly Commit[]): Promise<Oid[]> {
  const covered = new Set<Oid>()
  for (const commit of news) {
    const isCovered =
      covered.has(commit.oid) || (await standingOf(custody, loop, commit)).standing === 'approved'
    if (isCovered) for (const oid of [commit.oid, ...commit.parents]) covered.add(oid)
  }
  return news.map(({ oid }) => oid).filter(oid => !covered.has(oid))
}
