import * as z from 'zod'
import { CONFIDENCES, SEVERITIES } from './finding.ts'
import { CLAIMS, REVIEWER_STATES } from './outcome.ts'
import type { LoopOutcome, LoopResult, Review } from './review.ts'
import { TRIGGERS } from './trigger.ts'
import { VERDICTS } from './verdict.ts'

const oid = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)

const omission = z.strictObject({ file: z.string(), reason: z.string() })

const receipt = z
  .strictObject({
    group: z.string(),
    models: z.array(z.string()),
    reused: z.boolean(),
    files: z.array(z.strictObject({ file: z.string(), digest: z.string(), hunks: z.array(z.string()) })),
  })
  .describe('Which hunks were put before which models, by digest.')

const finding = z.strictObject({
  id: z
    .string()
    .describe(
      'Stable across rounds: made of the reviewer, the rule, the file and the code, not of the line.',
    ),
  loop: z.string(),
  reviewer: z.string(),
  rule: z.string(),
  severity: z.enum(SEVERITIES),
  blocking: z.boolean().describe('A person must decide.'),
  file: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  endLine: z.number().int().positive().nullable(),
  title: z.string().describe('What is wrong, in one sentence.'),
  detail: z.string().nullable(),
  fix: z.string().nullable().describe('How to fix it.'),
  quote: z.string().nullable().describe('The code it is about, with secrets masked.'),
  confidence: z.enum(CONFIDENCES),
  agreed: z.array(z.string()).optional().describe('Of several models that were asked, those that found it.'),
})

const reviewerOutcome = z.strictObject({
  reviewer: z.string(),
  kind: z.enum(['rules', 'run', 'model']),
  state: z.enum(REVIEWER_STATES),
  reason: z.string().nullable(),
  claim: z.enum(CLAIMS).nullable(),
  summary: z.string().nullable(),
  findings: z.array(finding),
  coverage: z
    .strictObject({
      covered: z.array(z.string()),
      ignored: z.array(omission),
      missed: z.array(omission),
      receipts: z.array(receipt).optional(),
    })
    .describe('Which files of the change really reached this reviewer.'),
  cost: z
    .strictObject({
      dollars: z.number().nullable(),
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      estimated: z.boolean().optional().describe('Worked out by wingman, where the model did not say.'),
    })
    .nullable(),
  durationMs: z.number(),
})

const loopOutcome = z.strictObject({
  loop: z.string(),
  policy: z.string(),
  state: z.enum(['run', 'reused', 'not-run']),
  reusedFrom: z
    .string()
    .nullable()
    .describe('The review whose result for the same content and policy was taken over.'),
  verdict: z.enum(VERDICTS),
  reason: z.string().nullable(),
  reviewers: z.array(reviewerOutcome),
  dismissed: z
    .array(z.string())
    .optional()
    .describe('The ids of findings that a person had dismissed as wrong by then.'),
}) satisfies z.ZodType<LoopOutcome>

const snapshot = z.strictObject({
  commit: oid,
  tree: oid,
  base: oid,
  baseTree: oid,
  baseName: z.string(),
  branch: z.string().nullable(),
  kind: z.enum(['commit', 'ghost']),
  digest: z.string(),
  commits: z.number().int(),
  uncommitted: z.number().int(),
})

export const reviewSchema = z
  .strictObject({
    version: z.literal(1),
    id: z.string(),
    trigger: z.enum(TRIGGERS),
    startedAt: z.string(),
    durationMs: z.number(),
    wingman: z.string(),
    epoch: z.number().int().nonnegative().describe('The epoch of the worktree under which it began.'),
    part: z.boolean().describe('Whether only a part of the branch, or of its loops, was asked for.'),
    session: z.string().nullable().default(null).describe("The agent's session that the change came from."),
    snapshot,
    loops: z.array(loopOutcome),
    verdict: z.enum(VERDICTS),
    reason: z.string().nullable(),
  })
  .describe('The record of one run of wingman.') satisfies z.ZodType<Review>

export const loopResultSchema = z.strictObject({
  version: z.literal(1),
  loop: z.string(),
  policy: z.string(),
  key: z.string(),
  review: z.string(),
  snapshot,
  outcome: loopOutcome,
}) satisfies z.ZodType<LoopResult>
