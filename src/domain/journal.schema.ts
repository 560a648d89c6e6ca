import * as z from 'zod'
import { SEVERITIES } from './finding.ts'
import { STANDINGS } from './gate.ts'
import type { Entry } from './journal.ts'

const version = z.literal(1)
const texts = z.array(z.string())
const effect = z.enum(['pass', 'warn', 'block'])
const who = z.strictObject({
  name: z.string().nullable(),
  email: z.string().nullable(),
  account: z.string().nullable(),
  agent: z.string().nullable(),
})
const common = { version, id: z.string(), at: z.string(), remote: z.string() }

/** One entry of the journal. What a hook reads is checked by hand (`store/read-journal.ts`); a test compares. */
export const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('allowed'),
    commit: z.string(),
    ref: z.string(),
    reason: z.string(),
    loosened: z.array(z.string()),
    who,
  }),
  z.strictObject({ ...common, kind: z.literal('used'), commit: z.string(), refs: texts, who }),
  z.strictObject({
    ...common,
    kind: z.literal('gate'),
    effect: z.enum(['warn', 'block']),
    agent: z.string().nullable(),
    error: z.string().nullable(),
    refs: z.array(
      z.strictObject({
        ref: z.string(),
        commit: z.string().nullable(),
        effect,
        loosened: texts,
        loops: z.array(
          z.strictObject({ loop: z.string(), standing: z.enum(STANDINGS), effect, findings: texts }),
        ),
      }),
    ),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('bypassed'),
    ref: z.string(),
    commit: z.string(),
    gates: texts,
    by: z.strictObject({ name: z.string(), email: z.string() }),
    attempted: z.literal(true).optional(),
  }),
  z.strictObject({
    version,
    kind: z.enum(['disabled', 'enabled']),
    id: z.string(),
    at: z.string(),
    reach: z.enum(['clone', 'person']),
    who,
  }),
  z.strictObject({
    version,
    kind: z.literal('dismissed'),
    id: z.string(),
    at: z.string(),
    finding: z.string(),
    loop: z.string(),
    reviewer: z.string(),
    rule: z.string(),
    file: z.string().nullable(),
    severity: z.enum(SEVERITIES),
    blocking: z.boolean(),
    title: z.string(),
    review: z.string(),
    commit: z.string(),
    digest: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    reason: z.string(),
    who,
  }),
  z.strictObject({
    version,
    kind: z.literal('reopened'),
    id: z.string(),
    at: z.string(),
    finding: z.string(),
    who,
  }),
]) satisfies z.ZodType<Entry>
