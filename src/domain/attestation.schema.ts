import * as z from 'zod'
import type { Attestation } from './attestation.ts'
import { READS } from './content-key.ts'
import { REVIEWER_STATES } from './outcome.ts'
import { VERDICTS } from './verdict.ts'

const oid = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)
const omissions = z.array(z.strictObject({ file: z.string(), reason: z.string() }))

export const attestationSchema = z.strictObject({
  version: z.literal(1),
  kind: z.literal('wingman-attestation'),
  loop: z.string(),
  policy: sha256,
  reads: z.enum(READS),
  key: z.string(),
  snapshot: z.strictObject({
    base: oid,
    baseTree: oid,
    commit: oid.nullable(),
    tree: oid,
    digest: sha256,
  }),
  verdict: z.enum(VERDICTS),
  coverage: z.strictObject({ covered: z.array(z.string()), ignored: omissions, missed: omissions }),
  reviewers: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(['rules', 'run', 'model']),
      state: z.enum(REVIEWER_STATES),
      findings: z.strictObject({ critical: count, warning: count, suggestion: count }),
    }),
  ),
  dismissed: count.optional(),
  review: z.string(),
  wingman: z.string().nullable(),
  at: z.iso.datetime(),
  signed: z.boolean(),
}) satisfies z.ZodType<Attestation>
