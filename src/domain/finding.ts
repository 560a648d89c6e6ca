/** From the least to the most severe, so that an index is a rank. */
export const SEVERITIES = ['suggestion', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export const CONFIDENCES = ['certain', 'likely', 'possible'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** What a reviewer reports, before wingman gives it an identity. */
export interface FindingDraft {
  /** The rule, matcher or category it came from. */
  rule: string
  severity: Severity
  /** A person must decide; no number of revisions helps. */
  blocking: boolean
  /** Repository-relative with forward slashes; null when it is about the change as a whole. */
  file: string | null
  line: number | null
  endLine: number | null
  /** What is wrong, in one sentence. */
  title: string
  /** Why, with the input that triggers it. */
  detail: string | null
  /** How to fix it, in words. */
  fix: string | null
  /** The code it is about, masked. */
  quote: string | null
  confidence: Confidence
  /** Of several models that were asked, those that found it. */
  agreed?: string[] | undefined
}

export interface Finding extends FindingDraft {
  id: string
  loop: string
  reviewer: string
}

export function atLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(threshold)
}

/** The most severe first, then in the order of a reader: by file and line. */
export function inReadingOrder<F extends FindingDraft>(findings: readonly F[]): F[] {
  return [...findings].sort(
    (a, b) =>
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
      compareText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compareText(a.rule, b.rule),
  )
}

/** `src/a.ts:12`, `src/a.ts`, or a word for the change as a whole. */
export function placeOf(finding: Pick<FindingDraft, 'file' | 'line'>): string {
  if (finding.file === null) return 'the change'
  return finding.line === null ? finding.file : `${finding.file}:${finding.line}`
}

/**
 * An id that survives the next round: made of who found what, where, in which words of code; never of the line, which
 * moves with every edit above. Equal drafts in one file are told apart by their order.
 */
export function identify(
  drafts: readonly FindingDraft[],
  by: { loop: string; reviewer: string },
  digest: (text: string) => string,
): Finding[] {
  const seen = new Map<string, number>()
  return drafts.map(draft => {
    const subject = draft.quote ?? draft.title
    const identity = JSON.stringify([
      by.reviewer,
      draft.rule,
      draft.file,
      subject.replace(/\s+/g, ' ').trim(),
    ])
    const nth = seen.get(identity) ?? 0
    seen.set(identity, nth + 1)
    return { id: `f-${digest(`${identity}#${nth}`).slice(0, 10)}`, ...by, ...draft }
  })
}

// Not localeCompare: the order must be the same on every machine.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
