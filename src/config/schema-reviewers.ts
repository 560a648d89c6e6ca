import * as z from 'zod'
import { SEVERITIES } from '../domain/finding.ts'
import { DEFAULTS } from './defaults.ts'
import { COMMAND, named, PROMPT, pattern, someOf, text } from './schema-parts.ts'
import { SOME_TIME } from './units.ts'

export const PRESETS = ['recommended', 'strict', 'security'] as const

const paths = () =>
  someOf(text())
    .optional()
    .describe(
      'Globs of the files that it looks at, e.g. `src/auth/**`. Without them: every file of the change.',
    )

export const runReviewerSchema = z.strictObject({
  run: text().describe(
    'A command for the shell. It passes when it exits with 0, e.g. `npm run -s typecheck`.',
  ),
  in: z
    .enum(['tree', 'worktree'])
    .default(DEFAULTS.run.in)
    .describe(
      'Where it runs: `tree` is your own tree while it is exactly what is reviewed, `worktree` always a checkout of its own.',
    ),
  timeout: pattern(SOME_TIME)
    .default(DEFAULTS.run.timeout)
    .describe('After how long it is stopped, e.g. `90s` or `15m`; the review is then unknown, not clean.'),
  paths: paths(),
})

const asking = {
  model: z
    .union([text(), someOf(text())])
    .describe(
      'The name of a model, or several, which are asked side by side: what any of them finds counts, and all of them must have answered.',
    ),
  paths: paths(),
  verify: text()
    .optional()
    .describe('The name of a model that tries to refute each finding; what it refutes does not count.'),
  parse: text()
    .optional()
    .describe(
      'The name of a model that brings an answer in words into the shape of findings. Without it: the one of the whole config.',
    ),
}

export const modelReviewerSchema = z.strictObject({
  ...asking,
  prompt: pattern(PROMPT).describe(
    'What it looks for: the name of a built-in prompt, e.g. `correctness`, or a file, e.g. `./review/security.md`.',
  ),
})

export const commandReviewerSchema = z.strictObject({
  ...asking,
  command: pattern(COMMAND).describe(
    'A slash command or a skill of your coding agent, e.g. `/review-task`: its text, as the base has it, is the prompt, and the answer is in words, for `parse`.',
  ),
})

export const rulesReviewerSchema = z.strictObject({
  preset: z.enum(PRESETS).default(DEFAULTS.rules.preset).describe('The set of built-in rules to start from.'),
  rules: named(z.enum(['off', ...SEVERITIES]))
    .optional()
    .describe("A rule's severity, or `off`, by its name, e.g. `{ 'focused-test': 'off' }`."),
})

export const reviewerSchema = z.union([
  runReviewerSchema,
  modelReviewerSchema,
  commandReviewerSchema,
  rulesReviewerSchema,
])
