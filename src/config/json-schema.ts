import * as z from 'zod'
import { reviewSchema } from '../domain/review.schema.ts'
import { configSchema } from './schema.ts'

/** The text of each file in `schema/`: editors read the config's, programs the review's. */
export function jsonSchemas(): Record<string, string> {
  return {
    'config.schema.json': write('The configuration of wingman', configSchema),
    'review.schema.json': write('A review by wingman', reviewSchema),
  }
}

function write(title: string, schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', reused: 'inline' })
  return `${JSON.stringify({ title, ...json }, null, 2)}\n`
}
