import type { Coverage } from '../../../domain/coverage.ts'
import type { ReviewerReport } from '../../../domain/outcome.ts'
import type { ModelReviewer } from '../../../domain/resolved-config.ts'
import type { Reviewer, ReviewWork } from '../../../ports.ts'
import type { AgentAnswer } from '../../agents/agent.ts'
import { finished, unfinished } from '../report.ts'
import { answerSchema } from './answer.schema.ts'
import { type Asking, type AskOptions, askAgent } from './ask-agent.ts'
import { chooseModel } from './choose-model.ts'
import { quotable } from './find-quote.ts'
import { type Packed, packFiles } from './pack-files.ts'
import { clean, sayDropped, validate } from './validate.ts'

export interface ModelOptions extends AskOptions {
  /** How many characters of diff are shown at once. */
  budget?: number
}

/** A model behind an agent's CLI. It reports; wingman decides. */
export function modelReviewer(reviewer: ModelReviewer, options: ModelOptions): Reviewer {
  return { name: reviewer.name, start: work => review(reviewer, work, options) }
}

async function review(
  reviewer: ModelReviewer,
  work: ReviewWork,
  options: ModelOptions,
): Promise<ReviewerReport> {
  if (work.signal.aborted) return unfinished(work, { state: 'cancelled', reason: 'cancelled' })
  const choice = chooseModel(reviewer)
  if ('reason' in choice) return unfinished(work, { state: 'missing', reason: choice.reason })
  const packed = packFiles(work.files, options.budget)
  const coverage = coverageOf(packed, work)
  if (packed.shown.length === 0) return nothingToShow(work, coverage)
  const heard = await askAgent(choice, { reviewer, work, options, packed })
  if (heard.state === 'prose')
    return unfinished(work, { ...heard, state: 'torn', reason: 'the model answered in prose' })
  if (heard.state !== 'done') return unfinished(work, heard)
  return reportOf(heard, { reviewer, work, packed, coverage })
}

/** Nothing was asked, so nothing is claimed of what should have been seen. */
function nothingToShow(work: ReviewWork, coverage: Coverage): ReviewerReport {
  const claim = coverage.missed.length === 0 ? 'approved' : null
  return finished(work, { claim, summary: 'There is nothing in the change that a model can read.', coverage })
}

function coverageOf(packed: Packed, work: ReviewWork): Coverage {
  const covered = packed.shown.map(file => file.path)
  return { covered, ignored: [...work.ignored, ...packed.ignored], missed: packed.missed }
}

interface Answered extends Omit<Asking, 'options'> {
  coverage: Coverage
}

async function reportOf(
  heard: Extract<AgentAnswer, { state: 'done' }>,
  { reviewer, work, packed, coverage }: Answered,
): Promise<ReviewerReport> {
  const { cost, output } = heard
  const answer = answerSchema.safeParse(heard.answer).data
  if (!answer)
    return unfinished(work, { state: 'torn', reason: "the model's answer is not valid", cost, output })
  const cited = new Set(answer.findings.map(finding => finding.file))
  const files = new Map(
    await Promise.all(
      packed.shown
        .filter(({ path }) => cited.has(path))
        .map(
          async ({ path, text }) =>
            [path, quotable((await work.read(path))?.toString() ?? null, text)] as const,
        ),
    ),
  )
  const { findings, dropped } = validate(answer.findings, { rule: reviewer.prompt.name, files })
  const summary = [clean(answer.summary), sayDropped(dropped)].filter(text => text !== '').join(' ')
  // The claim stays as it was, even if all its findings went: "revise" without a reason is judged unknown.
  return finished(work, { claim: answer.result, summary, findings, coverage, cost, output })
}
