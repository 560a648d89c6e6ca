import { say } from './messages.ts'
import { RULES } from './names.ts'
import type { ConfigPath } from './position.ts'
import type { Problem } from './problem.ts'

/** Something that is mentioned by name. */
interface Mention {
  path: ConfigPath
  kind: 'model' | 'reviewer' | 'loop' | 'rule'
  name: string
  /** What else may stand there. */
  words?: readonly string[]
}

/**
 * What the shape alone cannot tell: that names refer to something, and that a reviewer is of the kind its name allows.
 * Reads any document, however wrong, so that these problems are listed together with those of its shape.
 */
export function nameProblems(document: unknown, ruleIds?: readonly string[]): Problem[] {
  const known = {
    model: keysOf(field(document, 'models')),
    reviewer: [RULES, ...keysOf(field(document, 'reviewers')).filter(name => name !== RULES)],
    loop: keysOf(field(document, 'loops')),
    rule: ruleIds,
  }
  const unknown = mentions(document).flatMap(({ path, kind, name, words = [] }) => {
    const names = known[kind]
    if (!names || names.includes(name) || words.includes(name)) return []
    return [{ path, message: say.unknownName(kind, name, [...names, ...words]) }]
  })
  return [...unknown, ...repeated(mentions(document)), ...misplaced(document), ...circular(document)]
}

function mentions(document: unknown): Mention[] {
  const fix = field(document, 'fix')
  return [
    ...each(document, 'reviewers').flatMap(([path, reviewer]) => [
      ...named('model', [...path, 'model'], field(reviewer, 'model')),
      ...named('model', [...path, 'verify'], field(reviewer, 'verify')),
      ...named('model', [...path, 'parse'], field(reviewer, 'parse')),
      ...(path[1] === RULES ? tunedRules([...path, 'rules'], field(reviewer, 'rules')) : []),
    ]),
    ...each(document, 'loops').flatMap(([path, loop]) =>
      named('reviewer', [...path, 'reviewers'], field(loop, 'reviewers')),
    ),
    ...each(document, 'gates').flatMap(([path, gate]) =>
      named('loop', [...path, 'requires'], field(gate, 'requires')),
    ),
    ...each(document, 'models').flatMap(([path, model]) =>
      named('model', [...path, 'fallback'], field(model, 'fallback')),
    ),
    ...named('model', ['parse'], field(document, 'parse')),
    ...named('model', ['fix', 'by'], field(fix, 'by'), ['session', 'nothing']),
    ...named('model', ['fix', 'whenNoSession'], field(fix, 'whenNoSession'), ['resume', 'nothing']),
  ]
}

/** One name, or a list of them. */
function named(
  kind: Mention['kind'],
  path: ConfigPath,
  value: unknown,
  words: readonly string[] = [],
): Mention[] {
  if (Array.isArray(value)) return value.flatMap((name, i) => named(kind, [...path, i], name, words))
  // An empty one is already a problem of its shape.
  return typeof value === 'string' && value !== '' ? [{ kind, path, name: value, words }] : []
}

const tunedRules = (path: ConfigPath, rules: unknown): Mention[] =>
  keysOf(rules).map(name => ({ kind: 'rule', path: [...path, name], name }))

/** The same name twice in one list: at best a slip, and it would be run and paid for twice. */
function repeated(all: readonly Mention[]): Problem[] {
  const seen = new Set<string>()
  return all.flatMap(({ path, name }) => {
    const entry = JSON.stringify([path.slice(0, -1), name])
    const isRepeated = typeof path.at(-1) === 'number' && seen.has(entry)
    seen.add(entry)
    return isRepeated ? [{ path, message: say.twice(name) }] : []
  })
}

/** `rules` is only tuned, and nothing else is tuned. */
function misplaced(document: unknown): Problem[] {
  return each(document, 'reviewers').flatMap(([path, reviewer]) => {
    const chosen = keysOf(reviewer).filter(key => key === 'run' || key === 'model')
    if (path[1] === RULES) return chosen.map(key => ({ path: [...path, key], message: say.rulesOnlyTuned }))
    return chosen.length > 0 || !isRecord(reviewer) ? [] : [{ path, message: say.noShape.reviewers }]
  })
}

/** A model that falls back on one that falls back on it would be asked for ever. */
function circular(document: unknown): Problem[] {
  const models = field(document, 'models')
  const after = (name: unknown): unknown =>
    typeof name === 'string' ? field(field(models, name), 'fallback') : undefined
  return keysOf(models).flatMap(name => {
    let next = after(name)
    for (let steps = 0; steps < keysOf(models).length && next !== name; steps++) next = after(next)
    return next === name ? [{ path: ['models', name, 'fallback'], message: say.fallsBackOnItself }] : []
  })
}

const each = (document: unknown, section: string): [ConfigPath, unknown][] =>
  keysOf(field(document, section)).map(name => [[section, name], field(field(document, section), name)])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : [])

const field = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
