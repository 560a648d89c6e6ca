import { setImmediate } from 'node:timers/promises'
import { everythingMissed } from '../../../domain/coverage.ts'
import { type FindingDraft, inReadingOrder } from '../../../domain/finding.ts'
import type { ReviewerReport } from '../../../domain/outcome.ts'
import type { RulesReviewer } from '../../../domain/resolved-config.ts'
import type { Reviewer, ReviewWork } from '../../../ports.ts'
import { checkFile } from './check-file.ts'
import { coverageOf } from './coverage.ts'
import { removedTexts, viewOf } from './file-view.ts'
import { type ActiveRule, activeRules } from './presets.ts'

/** How many files are read before others get their turn, and a cancellation is noticed. */
const BATCH = 50

/** The reviewer that needs no model: it reads the diff and nothing else. */
export function rulesReviewer(reviewer: RulesReviewer): Reviewer {
  return { name: reviewer.name, start: work => reviewByRules(reviewer, work) }
}

async function reviewByRules(reviewer: RulesReviewer, work: ReviewWork): Promise<ReviewerReport> {
  const rules = activeRules(reviewer)
  if (!rules)
    return unfinished('failed', `there is no preset called ${JSON.stringify(reviewer.preset)}`, work)
  const findings = await findAll(rules, work)
  if (!findings) return unfinished('cancelled', 'cancelled', work)
  return { ...NOTHING, state: 'done', reason: null, findings, coverage: coverageOf(work) }
}

/** Null when it was cancelled: half a reading is none. */
async function findAll(rules: readonly ActiveRule[], work: ReviewWork): Promise<FindingDraft[] | null> {
  const texts = work.files.filter(file => file.content === 'text')
  const removed = removedTexts(texts)
  const findings: FindingDraft[] = []
  for (const [index, file] of texts.entries()) {
    if (index % BATCH === 0) await setImmediate()
    if (work.signal.aborted) return null
    for (const finding of checkFile(rules, viewOf(file, removed))) findings.push(finding)
  }
  return inReadingOrder(findings)
}

const NOTHING = { claim: null, summary: null, cost: null, output: '' } as const

function unfinished(state: 'failed' | 'cancelled', reason: string, { files }: ReviewWork): ReviewerReport {
  const coverage = everythingMissed(
    files.map(file => file.path),
    reason,
  )
  return { ...NOTHING, state, reason, findings: [], coverage }
}
