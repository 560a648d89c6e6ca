import * as z from 'zod'
import { CONFIDENCES, SEVERITIES } from '../../../domain/finding.ts'
import { CLAIMS } from '../../../domain/outcome.ts'

// No bounds on lengths and counts: an answer that is too long is cut down later, and not thrown away.
const finding = z.strictObject({
  file: z.string().describe('The path, exactly as the change names it.'),
  line: z.number().nullable().describe('The line in the new file; null if the line was removed.'),
  quote: z
    .string()
    .describe('The code it is about, copied exactly from the change or the file: one to five lines.'),
  enabledBy: z
    .string()
    .nullable()
    .describe(
      'Where the quoted code is not part of the change: the changed line that makes it wrong, copied exactly. Else null.',
    ),
  severity: z
    .enum(SEVERITIES)
    .describe(
      'critical: wrong results, a crash, lost or leaked data. warning: a defect under conditions that occur. suggestion: worth a change, no harm if left.',
    ),
  title: z.string().describe('What is wrong, in one sentence.'),
  reason: z.string().describe('The input or state that triggers it, and what happens then.'),
  fix: z.string().nullable().describe('How to fix it, in words.'),
  confidence: z
    .enum(CONFIDENCES)
    .describe('certain: shown from the code. likely, possible: rests on something not seen.'),
  blocking: z
    .boolean()
    .describe('Only a person can decide this; no revision of the code would settle it. Rarely true.'),
})

const shape = z.strictObject({
  result: z
    .enum(CLAIMS)
    .describe(
      'approved: nothing to fix. needs-revision: the findings say what. rejected: a person must decide.',
    ),
  summary: z.string().describe('What was looked at and what came out, in one or two sentences.'),
  findings: z.array(finding),
})

/** As it is read: every API insists on its own way on what may be left out, and this one may. */
export const answerSchema = shape.extend({
  findings: z.array(finding.extend({ enabledBy: z.string().nullable().default(null) })),
})

export type Answer = z.infer<typeof answerSchema>
export type AnswerFinding = Answer['findings'][number]

/** What a second model says of a finding. */
export const refutationSchema = z.strictObject({
  refuted: z.boolean().describe('Whether the code shows that the finding is wrong.'),
  file: z.string().describe('The file that shows it; empty if not refuted.'),
  quote: z.string().describe('The code that shows it, copied exactly; empty if not refuted.'),
  reason: z.string().describe('Why, in one or two sentences.'),
})

export const answerJsonSchema = (): Record<string, unknown> => jsonSchemaOf(shape)
export const refutationJsonSchema = (): Record<string, unknown> => jsonSchemaOf(refutationSchema)

/** Without `$schema`: Claude Code since 2.1.214 refuses any dialect but draft 7. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' })
  return json
}
