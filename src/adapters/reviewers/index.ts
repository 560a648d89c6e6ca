import type { ResolvedReviewer } from '../../domain/resolved-config.ts'
import type { Reviewer, ReviewerTable } from '../../ports.ts'

export interface ReviewerTableOptions {
  /** The person's checkout: no program out of it is ever started as a reviewer. */
  repository: string
}

/** What a kind of reviewer needs is loaded when the first one starts: execa and zod are slow to load. */
export function reviewerTable({ repository }: ReviewerTableOptions): ReviewerTable {
  return reviewer => ({
    name: reviewer.name,
    start: async work => (await load(reviewer, repository)).start(work),
    ...(reviewer.kind === 'model'
      ? { preview: async work => (await load(reviewer, repository)).preview?.(work) ?? [] }
      : {}),
  })
}

async function load(reviewer: ResolvedReviewer, repository: string): Promise<Reviewer> {
  switch (reviewer.kind) {
    case 'rules':
      return (await import('./rules/review-by-rules.ts')).rulesReviewer(reviewer)
    case 'run':
      return (await import('./run/run-reviewer.ts')).runReviewer(reviewer)
    case 'model':
      return (await import('./model/model-reviewer.ts')).modelReviewer(reviewer, { repository })
  }
}
