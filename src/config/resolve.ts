import { readsOf } from '../domain/content-key.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop } from '../domain/resolved-config.ts'
import { type CheckOptions, checkConfig } from './check.ts'
import type { LoadedConfig } from './load.ts'
import { policyDigest } from './policy.ts'
import { type ResolvedReviewers, resolveReviewers } from './resolve-reviewers.ts'
import type { ConfigDocument } from './schema.ts'
import { parseDuration, parseMoney } from './units.ts'

export interface ResolveOptions extends CheckOptions {
  /** The built-in rules as plain data: a change of theirs voids what they passed. */
  ruleSet: unknown
}

export interface Resolution {
  config: ResolvedConfig
  /** The digests of the files whose text became part of it, by their path from the root. */
  prompts: ReadonlyMap<string, string>
}

/** What a document means: defaults, names, units and prompts worked out. Throws `E_CONFIG` if it means nothing. */
export function resolveConfig(loaded: LoadedConfig, options: ResolveOptions): Resolution {
  const document = checkConfig(loaded, options)
  const reviewers = resolveReviewers(document, options.root)
  const { attestations, context, delivery, fix, notify, budget } = document
  const config: ResolvedConfig = {
    enabled: document.enabled,
    models: reviewers.models,
    loops: resolveLoops(document, reviewers, options.ruleSet),
    gates: resolveGates(document),
    attestations,
    context: {
      ...context,
      base: context.base ?? null,
      files: [...context.files],
      ignore: [...context.ignore],
    },
    delivery: {
      at: [...delivery.at],
      settleMs: parseDuration(delivery.settle) ?? 0,
      reportTtlMs: parseDuration(delivery.reportTtl) ?? 0,
    },
    fix,
    notify: { on: [...notify.on], desktop: notify.desktop, command: notify.command ?? null },
    budget: {
      ...budget,
      perReviewer: dollars(budget.perReviewer),
      perReview: dollars(budget.perReview),
      perDay: dollars(budget.perDay),
    },
  }
  return { config, prompts: reviewers.prompts }
}

function resolveLoops(
  document: ConfigDocument,
  { byName }: ResolvedReviewers,
  ruleSet: unknown,
): ResolvedLoop[] {
  return Object.entries(document.loops).map(([name, { on, failOn, maxRevisions, ...loop }]) => {
    const reviewers = loop.reviewers.map(byName)
    const policy = policyDigest({ loop: { failOn, reviewers }, ruleSet, ignore: document.context.ignore })
    const reads = readsOf(reviewers)
    return { name, on: [...on], reviewers, failOn, maxRevisions, reads, policy }
  })
}

const resolveGates = ({ gates = {} }: ConfigDocument): ResolvedGate[] =>
  Object.entries(gates).map(([name, gate]) => ({
    name,
    ...gate,
    branches: [...gate.branches],
    remotes: [...gate.remotes],
    requires: [...gate.requires],
  }))

const dollars = (amount: string | undefined): number | null =>
  amount === undefined ? null : parseMoney(amount)
