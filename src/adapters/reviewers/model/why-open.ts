import { type FindingDraft, SEVERITIES, type Severity } from '../../../domain/finding.ts'
import type { Answer } from './answer.schema.ts'
import type { Lost } from './validate.ts'

interface Said {
  result: Answer['result']
  /** What it found and could be placed. */
  findings: readonly FindingDraft[]
  lost: Lost
}

/**
 * Why an answer that is valid decides nothing; null where what stands speaks for it. What it wanted to be revised must be among
 * that: a remark that happens to stand is no answer for a graver finding that could not be placed.
 */
export function whyOpen({ result, findings, lost }: Said, survivors: readonly FindingDraft[]): string | null {
  if (result === 'rejected') return null
  if (result === 'needs-revision' && findings.length === 0)
    return 'asks for a revision and names nothing that is there'
  const gravest = Math.max(NONE, ...survivors.map(({ severity }) => rank(severity)))
  const open = result === 'needs-revision' ? gravest : Math.max(gravest, rank('suggestion'))
  return gravestLost(result, lost) > open ? 'its gravest finding could not be found in the change' : null
}

/** Whoever approves may well speak of what was wrong before. */
function gravestLost(result: Answer['result'], { untouched, ...others }: Lost): number {
  const lost = result === 'approved' ? others : { ...others, untouched }
  return Math.max(NONE, ...Object.values(lost).flatMap(severity => (severity ? rank(severity) : [])))
}

const NONE = -1
const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)
