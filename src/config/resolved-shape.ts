import type { ResolvedFile } from './read-resolved.ts'

// By hand, because hooks cannot afford zod. A test breaks a good file in every way it can think of and asks both.

type Check = (value: unknown) => boolean

const text: Check = value => typeof value === 'string'
const flag: Check = value => typeof value === 'boolean'
const amount: Check = value => typeof value === 'number' && Number.isFinite(value)
const count: Check = value => Number.isSafeInteger(value) && Number(value) >= 0
const oneOf =
  (...words: readonly unknown[]): Check =>
  value =>
    words.includes(value)
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value)
const either =
  (...checks: readonly Check[]): Check =>
  value =>
    checks.some(check => check(value))
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check)
const byName =
  (check: Check): Check =>
  value =>
    isObject(value) && Object.values(value).every(check)
const shape =
  (fields: Record<string, Check>): Check =>
  value =>
    isObject(value) &&
    Object.keys(value).every(key => Object.hasOwn(fields, key)) &&
    Object.entries(fields).every(([key, check]) => check(value[key]))

const severity = oneOf('suggestion', 'warning', 'critical')
const policy = oneOf('block', 'warn', 'allow')
const paths = orNull(listOf(text))

// It refers to itself: a model may fall back on another.
const fallback: Check = value => value === null || model(value)
const model = either(
  shape({ name: text, fallback, agent: text, model: orNull(text), effort: orNull(text), env: byName(text) }),
  shape({
    name: text,
    fallback,
    api: text,
    model: text,
    baseUrl: orNull(text),
    keyEnv: orNull(text),
    maxOutput: count,
  }),
)

const reviewer = either(
  shape({
    kind: oneOf('rules'),
    name: text,
    paths,
    preset: text,
    rules: byName(either(severity, oneOf('off'))),
  }),
  shape({
    kind: oneOf('run'),
    name: text,
    paths,
    run: text,
    in: oneOf('tree', 'worktree'),
    timeoutMs: count,
  }),
  shape({
    kind: oneOf('model'),
    name: text,
    paths,
    models: listOf(model),
    prompt: shape({ kind: oneOf('prompt', 'command'), name: text, text }),
    parse: orNull(model),
    verify: orNull(model),
  }),
)

const loop = shape({
  name: text,
  on: listOf(oneOf('post-commit', 'session-idle', 'task-done', 'explicit')),
  reviewers: listOf(reviewer),
  failOn: severity,
  maxRevisions: count,
  reads: oneOf('diff', 'tree', 'both'),
  policy: text,
})

const gate = shape({
  name: text,
  branches: listOf(text),
  remotes: listOf(text),
  requires: listOf(text),
  mode: oneOf('block', 'warn'),
  whenMissing: policy,
  whenStale: policy,
  whenUnknown: policy,
  whenPending: either(policy, oneOf('wait')),
  exceptions: oneOf('person', 'anyone'),
})

const config = shape({
  enabled: flag,
  models: listOf(model),
  loops: listOf(loop),
  gates: listOf(gate),
  attestations: shape({ push: flag, signed: flag }),
  context: shape({
    base: orNull(text),
    intent: flag,
    task: flag,
    earlier: flag,
    sessionLog: flag,
    files: listOf(text),
    commands: byName(text),
    ignore: listOf(text),
    tokens: count,
    diffTokens: count,
  }),
  delivery: shape({
    at: listOf(oneOf('next-prompt', 'turn-end', 'idle')),
    settleMs: count,
    reportTtlMs: count,
  }),
  fix: shape({ by: text, whenNoSession: text }),
  notify: shape({ on: listOf(text), desktop: flag, command: orNull(text) }),
  budget: shape({
    perReviewer: orNull(amount),
    perReview: orNull(amount),
    perDay: orNull(amount),
    tokensPerReview: count,
    tokensPerDay: count,
  }),
})

const file = shape({
  version: oneOf(1),
  wingman: text,
  sources: listOf(shape({ path: text, digest: orNull(text) })),
  config: orNull(config),
})

export const isResolvedFile = (value: unknown): value is ResolvedFile => file(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
