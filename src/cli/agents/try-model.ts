import { openModel } from '../../adapters/models/open-model.ts'
import { answerJsonSchema, answerSchema } from '../../adapters/reviewers/model/answer.schema.ts'
import { DEFAULTS } from '../../config/defaults.ts'
import type { Cost } from '../../domain/outcome.ts'
import type { ResolvedBudget, ResolvedModel } from '../../domain/resolved-config.ts'
import { reviewId } from '../../domain/review.ts'
import type { ReviewWork } from '../../ports.ts'
import type { Project } from '../compose.ts'

export interface Tried {
  name: string
  /** `words`: it answers, and needs a `parse` model. */
  answers: 'yes' | 'words' | 'no'
  /** Why not. */
  reason: string | null
  cost: Cost | null
  durationMs: number
}

/** Nothing of the repository is in it. */
const QUESTION = `This is a test of the connection, and there is nothing to review. Look at no files.
Answer in the structured form with the result "approved", an empty summary and no findings.`

/** Who answers a question without a file in it in a minute is there. Once: what is told here is how it is now. */
const PATIENCE = {
  ...{ timeoutMs: 60_000, silenceMs: 60_000 },
  patience: { attempts: 1, firstMs: 0, longestMs: 0 },
}

/** Asks a model, and not the one that it falls back on. It counts against the budget as every other question does. */
export async function tryModel(
  { project, budget, signal }: { project: Project; budget: ResolvedBudget | null; signal: AbortSignal },
  model: ResolvedModel,
): Promise<Tried> {
  const { paths, ports } = project
  const began = ports.clock.now()
  const spender = { review: `check-${reviewId(began, ports.nonce())}`, reviewer: 'agents' }
  const reserve: ReviewWork['reserve'] = (name, amounts) =>
    ports.ledger.reserve({ spender, model: name, budget: budget ?? NO_BUDGET }, amounts)
  const asker = openModel({ ...model, fallback: null }, { repository: paths.root, ...PATIENCE }, reserve)
  const question = { prompt: QUESTION, schema: answerJsonSchema(), tree: null, signal, maxDollars: 0 }
  const heard = await asker.ask({ ...question, notice: () => {} })
  const durationMs = ports.clock.now().getTime() - began.getTime()
  return { name: model.name, ...judged(heard), cost: heard.cost, durationMs }
}

type Judged = Pick<Tried, 'answers' | 'reason'>

function judged(heard: Awaited<ReturnType<ReturnType<typeof openModel>['ask']>>): Judged {
  if (heard.state === 'prose') return { answers: 'words', reason: null }
  if (heard.state !== 'done') return { answers: 'no', reason: heard.reason }
  const isValid = answerSchema.safeParse(heard.answer).success
  return isValid
    ? { answers: 'yes', reason: null }
    : { answers: 'no', reason: 'the answer has not the shape that was asked for' }
}

const NO_BUDGET: ResolvedBudget = { perReviewer: null, perReview: null, perDay: null, ...DEFAULTS.budget }
