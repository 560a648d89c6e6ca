import * as z from 'zod'

const count = z.number().nonnegative().nullish().catch(null)

/** The parts we read of what `claude -p --output-format json` prints. */
export const claudeResultSchema = z.looseObject({
  type: z.literal('result'),
  subtype: z.string().catch(''),
  is_error: z.boolean().catch(true),
  result: z.string().nullish().catch(null),
  api_error_status: z.number().nullish().catch(null),
  // Absent on an error, null for prose.
  structured_output: z.unknown().optional(),
  total_cost_usd: count,
  usage: z
    .looseObject({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
    })
    .nullish()
    .catch(null),
})

export type ClaudeResult = z.infer<typeof claudeResultSchema>
