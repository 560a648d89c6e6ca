import * as z from 'zod'
import { READS } from './content-key.ts'
import { SEVERITIES } from './finding.ts'
import type { ResolvedConfig, ResolvedModel } from './resolved-config.ts'
import { TRIGGERS } from './trigger.ts'

const texts = z.array(z.string())
const byName = z.record(z.string(), z.string())
const severity = z.enum(SEVERITIES)
const policy = z.enum(['block', 'warn', 'allow'])
const count = z.int().min(0)
const reviewerBase = { name: z.string(), paths: texts.nullable() }

const model: z.ZodType<ResolvedModel> = z.union([
  z.strictObject({
    name: z.string(),
    fallback: z.lazy(() => model.nullable()),
    agent: z.string(),
    model: z.string().nullable(),
    effort: z.string().nullable(),
    env: byName,
  }),
  z.strictObject({
    name: z.string(),
    fallback: z.lazy(() => model.nullable()),
    api: z.string(),
    model: z.string(),
    baseUrl: z.string().nullable(),
    keyEnv: z.string().nullable(),
    maxOutput: count,
  }),
])

const reviewer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rules'),
    ...reviewerBase,
    preset: z.string(),
    rules: z.record(z.string(), z.enum([...SEVERITIES, 'off'])),
  }),
  z.strictObject({
    kind: z.literal('run'),
    ...reviewerBase,
    run: z.string(),
    in: z.enum(['tree', 'worktree']),
    timeoutMs: count,
  }),
  z.strictObject({
    kind: z.literal('model'),
    ...reviewerBase,
    models: z.array(model),
    prompt: z.strictObject({ kind: z.enum(['prompt', 'command']), name: z.string(), text: z.string() }),
    parse: model.nullable(),
    verify: model.nullable(),
  }),
])

const loop = z.strictObject({
  name: z.string(),
  on: z.array(z.enum(TRIGGERS)),
  reviewers: z.array(reviewer),
  failOn: severity,
  maxRevisions: count,
  reads: z.enum(READS),
  policy: z.string(),
})

const gate = z.strictObject({
  name: z.string(),
  branches: texts,
  remotes: texts,
  requires: texts,
  mode: z.enum(['block', 'warn']),
  whenMissing: policy,
  whenStale: policy,
  whenUnknown: policy,
  whenPending: z.enum(['block', 'warn', 'allow', 'wait']),
  exceptions: z.enum(['person', 'anyone']),
})

export const resolvedConfigSchema = z.strictObject({
  enabled: z.boolean(),
  models: z.array(model),
  loops: z.array(loop),
  gates: z.array(gate),
  attestations: z.strictObject({ push: z.boolean(), signed: z.boolean() }),
  context: z.strictObject({
    base: z.string().nullable(),
    intent: z.boolean(),
    task: z.boolean(),
    earlier: z.boolean(),
    sessionLog: z.boolean(),
    files: texts,
    commands: byName,
    ignore: texts,
    tokens: count,
    diffTokens: count,
  }),
  delivery: z.strictObject({
    at: z.array(z.enum(['next-prompt', 'turn-end', 'idle'])),
    settleMs: count,
    reportTtlMs: count,
  }),
  fix: z.strictObject({ by: z.string(), whenNoSession: z.string() }),
  notify: z.strictObject({ on: texts, desktop: z.boolean(), command: z.string().nullable() }),
  budget: z.strictObject({
    perReviewer: z.number().nullable(),
    perReview: z.number().nullable(),
    perDay: z.number().nullable(),
    tokensPerReview: count,
    tokensPerDay: count,
  }),
}) satisfies z.ZodType<ResolvedConfig>

export const resolvedFileSchema = z.strictObject({
  version: z.literal(1),
  wingman: z.string(),
  sources: z.array(z.strictObject({ path: z.string(), digest: z.string().nullable() })),
  config: resolvedConfigSchema.nullable(),
})
