import { asciiJson } from './ascii-json.ts'
import { type Content, contentKey, READS, type Reads } from './content-key.ts'
import type { Coverage } from './coverage.ts'
import type { Severity } from './finding.ts'
import type { ReviewerOutcome } from './outcome.ts'
import type { LoopResult } from './review.ts'
import { type Oid, type Snapshot, short } from './snapshot.ts'
import type { Verdict } from './verdict.ts'

/** That a loop has approved a content, said so that other machines can hold it against their own objects. No code, no findings. */
export interface Attestation {
  version: 1
  kind: 'wingman-attestation'
  loop: string
  policy: string
  reads: Reads
  key: string
  snapshot: AttestedSnapshot
  verdict: Verdict
  coverage: Coverage
  reviewers: AttestedReviewer[]
  /** How many findings a person had dismissed; absent for none. */
  dismissed?: number | undefined
  review: string
  /** The version that reviewed; null when its record is gone. */
  wingman: string | null
  /** When the review began. */
  at: string
  /** Whether it was made to be signed: one whose signature was taken off is known by it. */
  signed: boolean
}

export interface AttestedSnapshot extends Pick<Snapshot, 'base' | 'baseTree' | 'tree' | 'digest'> {
  /** The one that was looked at; null when the same change was met again on another base. */
  commit: Oid | null
}

interface AttestedReviewer extends Pick<ReviewerOutcome, 'kind' | 'state'> {
  name: string
  findings: Record<Severity, number>
}

export const ATTESTATION_REFS = 'refs/wingman/attestations/'

interface About {
  snapshot: AttestedSnapshot
  wingman: string | null
  signed: boolean
}

export function attestationOf(result: LoopResult, about: About): Attestation {
  const reads = readsIn(result.key)
  const { dismissed = [] } = result.outcome
  return {
    version: 1,
    kind: 'wingman-attestation',
    loop: result.loop,
    policy: result.policy,
    reads,
    // That of the result, unless it is met as another diff that reads the same.
    key: contentKey(reads, about.snapshot),
    snapshot: about.snapshot,
    verdict: result.outcome.verdict,
    coverage: coverageOf(result.outcome.reviewers),
    reviewers: result.outcome.reviewers.map(({ reviewer, kind, state, findings }) => ({
      name: reviewer,
      kind,
      state,
      findings: countsOf(findings),
    })),
    ...(dismissed.length > 0 ? { dismissed: dismissed.length } : {}),
    review: result.review,
    wingman: about.wingman,
    at: timeOf(result.review),
    signed: about.signed,
  }
}

/** What a key depends on stands in front of it. */
export const readsIn = (key: string): Reads => READS.find(reads => key.startsWith(`${reads}-`)) ?? 'both'

/** Of a loop: missed by one is missed; ignored is what nobody has looked at, on purpose. */
export function coverageOf(reviewers: readonly Pick<ReviewerOutcome, 'coverage'>[]): Coverage {
  const missed = byFile(reviewers.flatMap(({ coverage }) => coverage.missed))
  const covered = new Set(reviewers.flatMap(({ coverage }) => coverage.covered))
  const ignored = byFile(reviewers.flatMap(({ coverage }) => coverage.ignored))
  return {
    covered: [...covered].filter(file => !missed.has(file)).sort(),
    ignored: [...ignored.values()].filter(({ file }) => !covered.has(file) && !missed.has(file)),
    missed: [...missed.values()],
  }
}

const byFile = <T extends { file: string }>(omissions: readonly T[]): Map<string, T> =>
  new Map(omissions.map(omission => [omission.file, omission]))

function countsOf(findings: readonly { severity: Severity }[]): Record<Severity, number> {
  const counts = { critical: 0, warning: 0, suggestion: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** As `reviewId` made it. What has another shape has no time. */
function timeOf(review: string): string {
  const [, year, month, day, hour, minute, second, rest] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-/.exec(review) ?? []
  if (rest === undefined) return '1970-01-01T00:00:00.000Z'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`
}

/** Why it approves nothing, whatever else is right about it; null when it does. */
export function whyNot(attestation: Attestation): string | null {
  const { verdict, coverage, reviewers } = attestation
  if (verdict !== 'approved') return `its verdict is ${verdict}`
  const [missed] = coverage.missed
  if (missed) return `it did not cover ${missed.file}`
  const unfinished = reviewers.find(({ state }) => state !== 'done')
  if (unfinished) return `its reviewer ${unfinished.name} did not finish`
  return reviewers.length === 0 ? 'it names no reviewer' : null
}

/** Why it does not speak of exactly these files, which are those of the change; null when it does. */
export function notOfThese({ coverage }: Attestation, files: readonly string[]): string | null {
  const named = new Set([...coverage.covered, ...coverage.ignored.map(({ file }) => file)])
  const left = files.find(file => !named.has(file))
  if (left !== undefined) return `it did not cover ${left}, which changed`
  const changed = new Set(files)
  const more = [...named].find(file => !changed.has(file))
  return more === undefined ? null : `it covers ${more}, which did not change`
}

/** Whether it is of the content that it speaks of. */
export const isCoherent = ({ reads, key, snapshot }: Attestation): boolean =>
  key === contentKey(reads, snapshot satisfies Content)

/** As custody goes by it. What an attestation does not say is empty. */
export function resultOf(attestation: Attestation): LoopResult {
  const { loop, policy, key, review, verdict, coverage, snapshot } = attestation
  const reviewers = attestation.reviewers.map(({ name, kind, state }) => ({
    reviewer: name,
    kind,
    state,
    reason: null,
    claim: null,
    summary: null,
    findings: [],
    coverage,
    cost: null,
    durationMs: 0,
  }))
  return {
    version: 1,
    loop,
    policy,
    key,
    review,
    snapshot: {
      ...snapshot,
      commit: snapshot.commit ?? snapshot.tree,
      baseName: short(snapshot.base),
      branch: null,
      kind: 'commit',
      commits: 0,
      uncommitted: 0,
    },
    outcome: { loop, policy, state: 'run', reusedFrom: null, verdict, reason: null, reviewers },
  }
}

export const attestationMessage = (attestation: Attestation): string =>
  `wingman: ${attestation.loop} approved ${short(attestation.snapshot.commit ?? attestation.snapshot.tree)}\n\n${asciiJson(attestation)}\n`
