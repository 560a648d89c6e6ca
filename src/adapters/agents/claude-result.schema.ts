import * as z from 'zod'

const count = z.number().nonnegative().nullish().catch(null)

/** The parts we read of the last line of `claude -p --output-format stream-json`. */
export const claudeResultSchema = z.looseObject({
  type: z.literal('result'),
  subtype: z.string().catch(''),
  is_error: z.boolean().catch(true),
  result: z.string().nullish().catch(null),
  api_error_status: z.number().nullish().catch(null),
  // Absent on an error, null for prose.
  structured_output: z.unknown().optional(),
  total_cost_usd: count,
  usage: z.unknown().optional(),
})

export type ClaudeResult = z.infer<typeof claudeResultSchema>
