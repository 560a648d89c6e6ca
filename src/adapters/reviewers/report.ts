import { everythingMissed } from '../../domain/coverage.ts'
import type { ReviewerReport, ReviewerState } from '../../domain/outcome.ts'
import type { ReviewWork } from '../../ports.ts'

type Given = Pick<ReviewWork, 'files' | 'ignored'>

/** A reviewer that came to its end. Unless it says otherwise, it saw everything it was asked to look at. */
export function finished(
  work: Given,
  said: Partial<Omit<ReviewerReport, 'state' | 'reason'>>,
): ReviewerReport {
  return {
    state: 'done',
    reason: null,
    claim: null,
    summary: null,
    findings: [],
    coverage: { covered: work.files.map(file => file.path), ignored: [...work.ignored], missed: [] },
    cost: null,
    output: '',
    ...said,
  }
}

export interface WhyUnfinished {
  state: Exclude<ReviewerState, 'done'>
  reason: string
  output?: string
  cost?: ReviewerReport['cost']
}

/** A reviewer that did not: it has seen nothing, whatever it printed. */
export function unfinished(work: Given, why: WhyUnfinished): ReviewerReport {
  const { state, reason, output = '', cost = null } = why
  const paths = work.files.map(file => file.path)
  return {
    state,
    reason,
    claim: null,
    summary: null,
    findings: [],
    coverage: { ...everythingMissed(paths, reason), ignored: [...work.ignored] },
    cost,
    output,
  }
}
