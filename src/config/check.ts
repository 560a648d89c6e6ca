import { PLACEHOLDERS, unknownPlaceholders } from '../domain/placeholders.ts'
import { readCommand } from './commands.ts'
import { shapeProblems } from './issues.ts'
import type { LoadedConfig } from './load.ts'
import { say } from './messages.ts'
import type { ConfigPath } from './position.ts'
import { configError, type PlacedProblem, type Problem, place } from './problem.ts'
import { readPrompt } from './prompts.ts'
import { nameProblems } from './rules.ts'
import { type ConfigDocument, configSchema } from './schema.ts'
import { COMMAND, PROMPT } from './schema-parts.ts'

export interface CheckOptions {
  root: string
  /** The ids of the built-in rules; without them, rules that do not exist are not noticed. */
  ruleIds?: readonly string[] | undefined
}

/** The document with its defaults, or an error that lists everything that is wrong with it. */
export function checkConfig(loaded: LoadedConfig, options: CheckOptions): ConfigDocument {
  const problems = findProblems(loaded, options)
  if (problems.length > 0) throw configError(loaded.file, problems)
  return configSchema.parse(loaded.document)
}

/** All of it, from the top of the file down: whoever corrects a config wants to do so once. */
export function findProblems({ document, positionOf }: LoadedConfig, options: CheckOptions): PlacedProblem[] {
  const strange = strangeProblems(document, [])
  const problems =
    strange.length > 0
      ? strange
      : [
          ...shapeProblems(document),
          ...nameProblems(document, options.ruleIds),
          ...promptProblems(document, options.root),
        ]
  return place(withoutEchoes(problems), positionOf)
}

/** `__proto__` and what is not plain data would be dropped without a word later on. */
function strangeProblems(value: unknown, path: ConfigPath): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  if (path.length > DEEPEST || !isPlain(value)) return [{ path, message: say.strange }]
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    return key === '__proto__' ? [{ path: at, message: say.strange }] : strangeProblems(inner, at)
  })
}

// Nothing in a config is as deep; what is, refers to itself.
const DEEPEST = 8

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
}

function promptProblems(document: unknown, root: string): Problem[] {
  const { reviewers } = (document ?? {}) as { reviewers?: unknown }
  return Object.entries(reviewers ?? {}).flatMap(([name, reviewer]: [string, unknown]) => {
    const { prompt, command, run } = (reviewer ?? {}) as Record<string, unknown>
    if (run !== undefined) return []
    return [
      ...textProblem(['reviewers', name, 'prompt'], prompt, PROMPT, text => readPrompt(root, text)),
      ...textProblem(['reviewers', name, 'command'], command, COMMAND, text => readCommand(root, text)),
    ]
  })
}

type Reading = { problem: string } | { text: string }

/** A value of the wrong shape was complained of already. */
function textProblem(
  path: ConfigPath,
  value: unknown,
  shape: RegExp,
  read: (name: string) => Reading,
): Problem[] {
  if (typeof value !== 'string' || !shape.test(value)) return []
  const reading = read(value)
  if ('problem' in reading) return [{ path, message: reading.problem }]
  // A command's text is written for another program, which may have placeholders of its own.
  if (shape === COMMAND) return []
  return unknownPlaceholders(reading.text).map(name => ({
    path,
    message: say.placeholder(name, PLACEHOLDERS),
  }))
}

/** Two checks may say the same of one place. */
function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map(problem => [JSON.stringify([problem.path, problem.message]), problem]))
  return [...seen.values()]
}
