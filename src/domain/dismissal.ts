import { atLeast, type Finding, type Severity } from './finding.ts'
import type { Dismissed } from './journal.ts'
import type { ReviewerOutcome } from './outcome.ts'
import { isDismissed, type LoopOutcome } from './review.ts'
import { judge } from './verdict.ts'

// A person's word that a finding is wrong. It speaks for what they were shown, and for no more.

/** What a file was and what it became, by git's ids; empty where it was not there. */
export interface FileChange {
  before: string
  after: string
}

/** The content that was judged, as far as a dismissal asks for it. */
export interface Seen {
  /** Of the whole diff. */
  digest: string
  /** Null where nobody can tell any more. */
  changeOf(file: string): FileChange | null
}

/** The same outcome, judged by what nobody has dismissed. What was found stays on record. */
export function withDismissals(
  outcome: LoopOutcome,
  { failOn, seen, dismissals }: { failOn: Severity; seen: Seen; dismissals: readonly Dismissed[] },
): LoopOutcome {
  const ids = dismissedIn(outcome, { seen, dismissals })
  if (ids.length === 0 && !outcome.dismissed) return outcome
  const decided = { ...outcome, dismissed: ids.length > 0 ? ids : undefined }
  return {
    ...decided,
    ...judge(
      failOn,
      decided.reviewers.map(it => without(it, decided)),
    ),
  }
}

interface Known {
  seen: Seen
  dismissals: readonly Dismissed[]
}

/** The ids of what has been dismissed of it. */
export const dismissedIn = ({ reviewers }: LoopOutcome, { seen, dismissals }: Known): string[] =>
  reviewers
    .filter(({ kind }) => isDismissible(kind))
    .flatMap(({ findings }) => findings)
    .filter(finding => dismissals.some(one => speaksOf(one, finding, seen)))
    .map(({ id }) => id)

/** What a command says is no opinion, and the lines that were read out of it need not be all that was wrong. */
export const isDismissible = (kind: ReviewerOutcome['kind']): boolean => kind !== 'run'

/** So many findings are no longer all that a model had: what comes after them nobody was shown. */
const MORE_THAN_SHOWN = 100

/** Whoever asked for a revision and named nothing else has been answered; whoever asked for a person has not. */
function without(reviewer: ReviewerOutcome, loop: LoopOutcome): ReviewerOutcome {
  const findings = reviewer.findings.filter(finding => !isDismissed(loop, finding))
  const wasShown = reviewer.findings.length > 0 && reviewer.findings.length < MORE_THAN_SHOWN
  const isAnswered = findings.length === 0 && wasShown && reviewer.claim === 'needs-revision'
  return { ...reviewer, findings, claim: isAnswered ? null : reviewer.claim }
}

/** In the same diff, or in another one where the same becomes of that file: then it is the very place that was shown. */
function speaksOf(dismissal: Dismissed, finding: Finding, seen: Seen): boolean {
  if (dismissal.who.agent !== null || !isThatOne(dismissal, finding)) return false
  if (dismissal.digest === seen.digest) return true
  const change = finding.file === null ? null : seen.changeOf(finding.file)
  // A file that stays as it is says nothing of what the change does to it from elsewhere.
  if (change === null || change.before === change.after) return false
  return dismissal.before === change.before && dismissal.after === change.after
}

/** In the same words: a model may find another defect in the same line of code. One that has become worse is another one. */
const isThatOne = (dismissal: Dismissed, { id, title, severity, blocking }: Finding): boolean =>
  dismissal.finding === id &&
  dismissal.title === title &&
  atLeast(dismissal.severity, severity) &&
  (dismissal.blocking || !blocking)

type AboutFinding = Omit<Dismissed, 'version' | 'kind' | 'id' | 'at' | 'reason' | 'who'>

/** What the journal says of a finding that somebody was shown. */
export function aboutFinding(
  { id, loop, reviewer, rule, file, severity, blocking, title }: Finding,
  {
    review,
    commit,
    digest,
    change,
  }: { review: string; commit: string; digest: string; change: FileChange | null },
): AboutFinding {
  const about = { finding: id, loop, reviewer, rule, file, severity, blocking, title }
  return { ...about, review, commit, digest, before: change?.before ?? null, after: change?.after ?? null }
}
