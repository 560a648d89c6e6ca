import type * as z from 'zod'
import { say, sayName, sayPattern } from './messages.ts'
import { RULES } from './names.ts'
import type { ConfigPath } from './position.ts'
import type { Problem } from './problem.ts'
import { configSchema } from './schema.ts'
import { chosenShape, optionsAt } from './shapes.ts'
import { DURATION, MONEY, SOME_TIME } from './units.ts'

type Issue = z.core.$ZodIssue

/** What zod has against a document, in our words and at one place each. */
export function shapeProblems(document: unknown): Problem[] {
  const whole = issuesOf(configSchema, document).filter(issue => !isInsideEntry(issue))
  return [
    ...whole.flatMap(issue => explain(issue, pathOf(issue.path))),
    ...entriesOf(document, 'models').flatMap(([path, value]) =>
      entryProblems(path, value, say.noShape.models),
    ),
    ...entriesOf(document, 'reviewers').flatMap(([path, value]) =>
      entryProblems(path, value, say.noShape.reviewers),
    ),
  ]
}

/**
 * Against the one shape that the entry's key chose. zod would list what every shape has against it, or pick the shape
 * that minds least, which for reviewers is the one that has no required field.
 */
function entryProblems(path: ConfigPath, value: unknown, noShape: string): Problem[] {
  if (!isObject(value)) return [{ path, message: say.wrongType('an object in { }', kindOf(value)) }]
  const shape = chosenShape(path, value)
  if (shape === null) return [{ path, message: noShape }]
  return issuesOf(shape, value).flatMap(issue => explain(issue, [...path, ...pathOf(issue.path)]))
}

const issuesOf = (schema: z.ZodType, value: unknown): Issue[] =>
  schema.safeParse(value, { reportInput: true }).error?.issues ?? []

const isInsideEntry = ({ code, path }: Issue): boolean =>
  (path[0] === 'models' || path[0] === 'reviewers') && path.length > 1 && code !== 'invalid_key'

function entriesOf(document: unknown, section: string): [ConfigPath, unknown][] {
  const entries = isObject(document) ? document[section] : undefined
  return isObject(entries) ? Object.entries(entries).map(([name, value]) => [[section, name], value]) : []
}

function explain(issue: Issue, path: ConfigPath): Problem[] {
  switch (issue.code) {
    case 'invalid_union':
      // One text or a list of them.
      return (issue.errors[Array.isArray(issue.input) ? 1 : 0] ?? []).flatMap(inner =>
        explain({ input: issue.input, ...inner } as Issue, [...path, ...pathOf(inner.path)]),
      )
    case 'unrecognized_keys':
      return issue.keys.map(key => ({ path: [...path, key], message: unknownOption(key, path, issue.input) }))
    case 'invalid_key':
      return [{ path, message: sayName(String(path.at(-1))) }]
    default:
      return [{ path, message: sentence(issue, path) }]
  }
}

function unknownOption(key: string, path: ConfigPath, value: unknown): string {
  if (path[1] === RULES && (key === 'run' || key === 'model')) return say.rulesOnlyTuned
  const other = OTHER_SHAPE[`${path[0]} ${key}`]
  return other ? say.bothShapes(other, key) : say.unknownOption(key, optionsAt(path, value))
}

const OTHER_SHAPE: Record<string, string> = {
  'reviewers model': 'run',
  'reviewers prompt': 'command',
  'models api': 'agent',
}

function sentence(issue: Issue, path: ConfigPath): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, path)
    case 'invalid_value':
      return say.notOneOf(issue.input, path.at(-1) === 'api' ? APIS : issue.values.map(String))
    case 'invalid_format':
      return sayPattern('pattern' in issue ? issue.pattern : undefined)
    case 'too_small':
      return issue.origin === 'array'
        ? say.emptyList
        : issue.origin === 'string'
          ? say.empty
          : say.tooSmall(issue.minimum)
    case 'custom':
      return say.noLoops
    default:
      return issue.message
  }
}

const APIS = ['anthropic', 'openai-compatible']

function wrongType({ expected, input }: Extract<Issue, { code: 'invalid_type' }>, path: ConfigPath): string {
  if (path.length === 0)
    return input === null || input === undefined ? say.nothing : say.notAnObject(kindOf(input))
  if (input === undefined) return path[0] === 'loops' && path.length === 1 ? say.noLoops : say.missing
  const pattern = WRITTEN_AS[String(path.at(-1))]
  if (pattern) return sayPattern(String(pattern))
  return say.wrongType(KINDS[expected] ?? expected, kindOf(input))
}

/** What somebody who wrote a bare number wants to know. */
const WRITTEN_AS: Record<string, RegExp> = {
  timeout: SOME_TIME,
  settle: DURATION,
  reportTtl: SOME_TIME,
  perReview: MONEY,
  perDay: MONEY,
}

const KINDS: Record<string, string> = {
  string: 'text in quotes',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return typeof value === 'boolean' ? String(value) : typeof value === 'function' ? 'a function' : 'an object'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pathOf = (path: readonly PropertyKey[]): ConfigPath =>
  path.map(part => (typeof part === 'number' ? part : String(part)))
