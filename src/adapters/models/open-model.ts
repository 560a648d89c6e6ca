import type { ResolvedModel } from '../../domain/resolved-config.ts'
import type { ReviewWork } from '../../ports.ts'
import type { Asker, AskLimits } from './asker.ts'
import { askerFor } from './index.ts'
import { withBudget } from './with-budget.ts'
import { withFallback } from './with-fallback.ts'
import { type Patience, withRetries } from './with-retries.ts'

export interface OpenOptions extends AskLimits {
  patience?: Patience
}

/** A model as reviewers ask it: within the budget, tried again where that helps, with those it falls back on. */
export function openModel(model: ResolvedModel, options: OpenOptions, reserve: ReviewWork['reserve']): Asker {
  const open = (one: ResolvedModel) =>
    withRetries(withBudget(askerFor(one, options), reserve), options.patience)
  return withFallback([open(model), ...fallbacksOf(model).map(open)])
}

const fallbacksOf = ({ fallback }: ResolvedModel): ResolvedModel[] =>
  fallback ? [fallback, ...fallbacksOf(fallback)] : []
