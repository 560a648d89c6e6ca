import * as z from 'zod'
import { SEVERITIES } from '../domain/finding.ts'
import { TRIGGERS } from '../domain/trigger.ts'
import { DEFAULTS } from './defaults.ts'
import { modelSchema } from './schema-models.ts'
import { duration, list, modelsBy, money, named, pattern, someOf, text } from './schema-parts.ts'
import { reviewerSchema } from './schema-reviewers.ts'
import { SOME_TIME } from './units.ts'

const DELIVERY_MOMENTS = ['next-prompt', 'turn-end', 'idle'] as const
const NOTICES = ['blocked', 'rejected', 'failed'] as const
const GATE_POLICIES = ['block', 'warn', 'allow'] as const

export const loopSchema = z.strictObject({
  on: someOf(z.enum(TRIGGERS)).default(DEFAULTS.loop.on).describe('What starts it.'),
  reviewers: someOf(text()).describe('The names of its reviewers. `rules` is built in.'),
  failOn: z
    .enum(SEVERITIES)
    .default(DEFAULTS.loop.failOn)
    .describe('The least severe finding that the loop does not pass with.'),
  maxRevisions: z
    .int()
    .min(0)
    .default(DEFAULTS.loop.maxRevisions)
    .describe('How often the agent is sent back before a person is asked.'),
})

const gatePolicy = z.enum(GATE_POLICIES)

export const gateSchema = z.strictObject({
  branches: someOf(text())
    .default(DEFAULTS.gate.branches)
    .describe(
      'Globs of the branches it guards, as they are called at the remote, e.g. `release/*`; a later `!wip/**` takes away again. Without them: all.',
    ),
  remotes: someOf(text())
    .default(DEFAULTS.gate.remotes)
    .describe(
      'Globs of the names of the remotes it guards, e.g. `origin`, under whatever other name their address has here; a later `!fork` takes away again. Without them: all.',
    ),
  requires: someOf(text()).describe('The names of the loops that must have passed.'),
  mode: z
    .enum(['block', 'warn'])
    .default(DEFAULTS.gate.mode)
    .describe('`warn` only ever says what it would have blocked: for trying it out.'),
  whenMissing: gatePolicy.default(DEFAULTS.gate.whenMissing).describe('A commit that was never reviewed.'),
  whenStale: gatePolicy
    .default(DEFAULTS.gate.whenStale)
    .describe('A review of other content, or under a policy that has changed since.'),
  whenUnknown: gatePolicy
    .default(DEFAULTS.gate.whenUnknown)
    .describe('A review that could not decide: a reviewer failed, timed out or did not see everything.'),
  whenPending: z
    .enum([...GATE_POLICIES, 'wait'])
    .default(DEFAULTS.gate.whenPending)
    .describe('A review that is still running; `wait` waits for its answer.'),
  exceptions: z
    .enum(['person', 'anyone'])
    .default(DEFAULTS.gate.exceptions)
    .describe(
      'Who may open it once with `wingman gate allow`: a `person` at a terminal, or `anyone`, agents and scripts included.',
    ),
})

export const contextSchema = z.strictObject({
  base: text()
    .optional()
    .describe(
      'What the change is compared with, e.g. `origin/main`. Without it: the upstream or the default branch.',
    ),
  intent: z.boolean().default(DEFAULTS.context.intent).describe('What the person asked the agent for.'),
  task: z
    .boolean()
    .default(DEFAULTS.context.task)
    .describe('The task at hand, with its acceptance criteria.'),
  sessionLog: z
    .boolean()
    .default(DEFAULTS.context.sessionLog)
    .describe("The agent's own log of the session; long, and it tends to convince the reviewer."),
  files: list(text())
    .default(DEFAULTS.context.files)
    .describe('Files that a model should know besides the change, e.g. `AGENTS.md`.'),
  earlier: z
    .boolean()
    .default(DEFAULTS.context.earlier)
    .describe('What the last review of the branch found, and what became of it.'),
  commands: named(text())
    .default(DEFAULTS.context.commands)
    .describe("Commands whose output a model should know, by name, e.g. `{ lint: 'npm run -s lint' }`."),
  ignore: list(text())
    .default(DEFAULTS.context.ignore)
    .describe(
      'Globs of files that no reviewer is asked to look at, e.g. `dist/**`. Every review lists what was left out.',
    ),
  tokens: z
    .int()
    .min(0)
    .default(DEFAULTS.context.tokens)
    .describe(
      'How many tokens all that stands besides the diff may take in one question; each part has its share.',
    ),
  diffTokens: z
    .int()
    .min(1_000)
    .default(DEFAULTS.context.diffTokens)
    .describe(
      'How many tokens of the diff are put into one question. A larger change goes out in several, whole.',
    ),
})

export const deliverySchema = z.strictObject({
  at: someOf(z.enum(DELIVERY_MOMENTS))
    .default(DEFAULTS.delivery.at)
    .describe('When the agent is told what was found.'),
  settle: duration()
    .default(DEFAULTS.delivery.settle)
    .describe(
      'How long an active agent must pause before a review starts, e.g. `10s`; never more than a minute in all.',
    ),
  reportTtl: pattern(SOME_TIME)
    .default(DEFAULTS.delivery.reportTtl)
    .describe(
      'How long `.wingman/REVIEW.md` stays, e.g. `1h`. Then the file is removed; what was found stays open in the record.',
    ),
})

export const fixSchema = z.strictObject({
  by: text()
    .default(DEFAULTS.fix.by)
    .describe('Who fixes: `session` (the agent that wrote it), the name of a model, or `nothing`.'),
  whenNoSession: text()
    .default(DEFAULTS.fix.whenNoSession)
    .describe(
      'Who fixes when that session has ended: `resume` (wakes it up), the name of a model, or `nothing`.',
    ),
})

export const notifySchema = z.strictObject({
  on: list(z.enum(NOTICES)).default(DEFAULTS.notify.on).describe('What a person is told about.'),
  desktop: z.boolean().default(DEFAULTS.notify.desktop).describe('Through a notification of the desktop.'),
  command: text()
    .optional()
    .describe('Through a command, which is given the notice as JSON on its standard input.'),
})

export const budgetSchema = z.strictObject({
  perReview: money().optional().describe('What one review may cost, e.g. `$0.50`. Without it: no limit.'),
  perDay: money()
    .optional()
    .describe('What all reviews of a day may cost, e.g. `$10`. Without it: no limit.'),
  perReviewer: money()
    .optional()
    .describe('What one reviewer may cost in one review, e.g. `$0.25`. Without it: no limit.'),
  tokensPerReview: z
    .int()
    .min(1)
    .default(DEFAULTS.budget.tokensPerReview)
    .describe('How many tokens one review may take of models whose price is not known.'),
  tokensPerDay: z
    .int()
    .min(1)
    .default(DEFAULTS.budget.tokensPerDay)
    .describe('How many tokens all reviews of a day may take of models whose price is not known.'),
})

export const attestationsSchema = z.strictObject({
  push: z
    .boolean()
    .default(DEFAULTS.attestations.push)
    .describe(
      'Whether the approvals that a push relied on are pushed beside it, so that `wingman verify` finds them elsewhere.',
    ),
  signed: z
    .boolean()
    .default(DEFAULTS.attestations.signed)
    .describe('Whether they are signed with your own git key, as git is configured (`gpg.format`).'),
})

/** The one schema of what people write, whether in TypeScript, YAML or JSON. */
export const configSchema = z
  .strictObject({
    $schema: z
      .string()
      .optional()
      .describe('Where an editor finds the JSON Schema of this file. wingman ignores it.'),
    enabled: z
      .boolean()
      .default(DEFAULTS.enabled)
      .describe('`false` switches wingman off for everyone who uses this config.'),
    models: modelsBy(modelSchema).optional().describe('Who does the thinking, by name.'),
    parse: text()
      .optional()
      .describe(
        'The name of a model, best a cheap one, that brings answers in words into the shape of findings. Without it, such an answer decides nothing.',
      ),
    reviewers: named(reviewerSchema)
      .optional()
      .describe(
        'What is looked at, and by whom, by name. `rules` is built in; an entry of that name tunes it.',
      ),
    loops: named(loopSchema)
      .refine(loops => Object.keys(loops).length > 0)
      .meta({ minProperties: 1 })
      .describe(
        'The stages of a review, by name. They run in this order; each starts only if the one before passed.',
      ),
    gates: named(gateSchema)
      .optional()
      .describe('What may leave this machine, by name. Without a gate nothing is blocked.'),
    attestations: attestationsSchema.prefault({}).describe('How approvals are carried to other machines.'),
    context: contextSchema.prefault({}).describe('What a model sees besides the diff.'),
    delivery: deliverySchema.prefault({}).describe('How findings reach the agent.'),
    fix: fixSchema.prefault({}).describe('Who fixes what was found.'),
    notify: notifySchema.prefault({}).describe('When a person is needed.'),
    budget: budgetSchema.prefault({}).describe('What models may cost.'),
  })
  .describe('The configuration of wingman.')

export type ConfigDocument = z.output<typeof configSchema>
