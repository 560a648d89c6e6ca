import { SEVERITIES } from '../../domain/finding.ts'
import { STANDINGS } from '../../domain/gate.ts'
import type { Entry } from '../../domain/journal.ts'

// The gate reads exceptions in a hook, so no schema library is loaded here; a test holds this check against the schema.

type Check = (value: unknown) => boolean

const text: Check = value => typeof value === 'string'
const textOrNull: Check = value => value === null || text(value)
const oneOf =
  (...words: readonly unknown[]): Check =>
  value =>
    words.includes(value)
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check)
const shape =
  (fields: Record<string, Check>): Check =>
  value =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every(key => Object.hasOwn(fields, key)) &&
    Object.entries(fields).every(([key, check]) => check((value as Record<string, unknown>)[key]))

const effect = oneOf('pass', 'warn', 'block')
const who = shape({ name: textOrNull, email: textOrNull, account: textOrNull, agent: textOrNull })
const common = { version: oneOf(1), id: text, at: text, remote: text }
const loop = shape({ loop: text, standing: oneOf(...STANDINGS), effect, findings: listOf(text) })
const ref = shape({ ref: text, commit: textOrNull, effect, loosened: listOf(text), loops: listOf(loop) })

const switched = (kind: Entry['kind']) =>
  shape({ version: oneOf(1), kind: oneOf(kind), id: text, at: text, reach: oneOf('clone', 'person'), who })

const ENTRIES: Record<Entry['kind'], Check> = {
  allowed: shape({
    ...common,
    kind: oneOf('allowed'),
    commit: text,
    ref: text,
    reason: text,
    loosened: listOf(text),
    who,
  }),
  used: shape({ ...common, kind: oneOf('used'), commit: text, refs: listOf(text), who }),
  gate: shape({
    ...common,
    kind: oneOf('gate'),
    effect: oneOf('warn', 'block'),
    agent: textOrNull,
    error: textOrNull,
    refs: listOf(ref),
  }),
  bypassed: shape({
    ...common,
    kind: oneOf('bypassed'),
    ref: text,
    commit: text,
    gates: listOf(text),
    by: shape({ name: text, email: text }),
    attempted: oneOf(true, undefined),
  }),
  disabled: switched('disabled'),
  enabled: switched('enabled'),
  dismissed: shape({
    version: oneOf(1),
    kind: oneOf('dismissed'),
    id: text,
    at: text,
    finding: text,
    loop: text,
    reviewer: text,
    rule: text,
    file: textOrNull,
    severity: oneOf(...SEVERITIES),
    blocking: oneOf(true, false),
    title: text,
    review: text,
    commit: text,
    digest: text,
    before: textOrNull,
    after: textOrNull,
    reason: text,
    who,
  }),
  reopened: shape({ version: oneOf(1), kind: oneOf('reopened'), id: text, at: text, finding: text, who }),
}

/** Null for what is no entry of this version. */
export function checkEntry(json: string): Entry | null {
  const value = parse(json)
  return Object.values(ENTRIES).some(check => check(value)) ? (value as Entry) : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
