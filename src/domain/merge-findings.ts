import { CONFIDENCES, type FindingDraft, SEVERITIES } from './finding.ts'

/** What several models found, each finding once, with everybody who has it. The most severe wording stands. */
export function mergeFindings(
  found: readonly { model: string; findings: readonly FindingDraft[] }[],
): FindingDraft[] {
  const merged: FindingDraft[] = []
  for (const { model, findings } of found) {
    for (const finding of findings) {
      const at = merged.findIndex(other => isSame(other, finding) && !other.agreed?.includes(model))
      const before = merged[at]
      if (before) merged[at] = joined(before, finding, model)
      else merged.push({ ...finding, agreed: [model] })
    }
  }
  return merged
}

/** The same place, about the same code or in much the same words. */
function isSame(a: FindingDraft, b: FindingDraft): boolean {
  if (a.file !== b.file) return false
  const isNear = a.line === null || b.line === null || Math.abs(a.line - b.line) <= 3
  return isNear && (sharesCode(a, b) || likeness(a.title, b.title) >= 0.5)
}

function sharesCode({ quote: a }: FindingDraft, { quote: b }: FindingDraft): boolean {
  const [one, other] = [squeeze(a ?? ''), squeeze(b ?? '')]
  return one.length >= 8 && other.length >= 8 && (one.includes(other) || other.includes(one))
}

const squeeze = (text: string): string => text.replace(/^[+-]/gm, '').replace(/\s+/g, '')

/** The share of the words that both have. */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const both = [...one].filter(word => other.has(word)).length
  return both === 0 ? 0 : both / Math.min(one.size, other.size)
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? [])

function joined(before: FindingDraft, finding: FindingDraft, model: string): FindingDraft {
  const isGraver = SEVERITIES.indexOf(finding.severity) > SEVERITIES.indexOf(before.severity)
  const sure = Math.min(CONFIDENCES.indexOf(before.confidence), CONFIDENCES.indexOf(finding.confidence))
  return {
    ...(isGraver ? finding : before),
    blocking: before.blocking || finding.blocking,
    confidence: CONFIDENCES[sure] ?? before.confidence,
    agreed: [...(before.agreed ?? []), model],
  }
}
