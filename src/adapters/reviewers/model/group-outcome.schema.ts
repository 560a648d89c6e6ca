import * as z from 'zod'
import { CONFIDENCES, type FindingDraft, SEVERITIES } from '../../../domain/finding.ts'
import { CLAIMS } from '../../../domain/outcome.ts'

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(SEVERITIES),
  blocking: z.boolean(),
  file: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  endLine: z.number().int().positive().nullable(),
  title: z.string(),
  detail: z.string().nullable(),
  fix: z.string().nullable(),
  quote: z.string().nullable(),
  confidence: z.enum(CONFIDENCES),
  agreed: z.array(z.string()).optional(),
}) satisfies z.ZodType<FindingDraft>

/** What came of a group of files, as it is kept for the next round. Only what everybody answered is kept. */
export const keptGroupSchema = z.strictObject({
  version: z.literal(1),
  claim: z.enum(CLAIMS),
  summary: z.string(),
  models: z.array(z.string()),
  findings: z.array(finding),
})

export type KeptGroup = z.infer<typeof keptGroupSchema>
