import { didYouMean } from './did-you-mean.ts'
import { MODEL_NAME, NAME, RESERVED_FOR_FIX } from './names.ts'
import { quote } from './position.ts'
import { COMMAND, ENV_NAME, PROMPT, URL_START } from './schema-parts.ts'
import { DURATION, MONEY, SOME_TIME } from './units.ts'

/** Every sentence about a wrong config. A newcomer meets these first, and is in a hurry. */
export const say = {
  missing: 'this is missing.',
  noLoops: "at least one loop is needed, e.g. loops: { basics: { reviewers: ['rules'] } }.",
  nothing: "it is empty. Only loops are required, e.g. loops: { basics: { reviewers: ['rules'] } }.",
  notAnObject: (found: string) => `the config must be an object, not ${found}.`,
  wrongType: (wanted: string, found: string) => `this must be ${wanted}, not ${found}.`,
  unknownOption: (key: string, known: readonly string[]) =>
    `there is no option ${quote(key)} here.${didYouMean(key, known) || ` It takes ${names(known)}.`}`,
  notOneOf: (value: unknown, known: readonly string[]) =>
    typeof value === 'string' && value !== ''
      ? `${quote(value)} is not one of ${names(known)}.${didYouMean(value, known)}`
      : `this must be one of ${names(known)}.`,
  empty: 'this must not be empty.',
  emptyList: 'name at least one.',
  tooSmall: (least: unknown) => `this must be at least ${String(least)}.`,
  unknownName: (kind: string, name: string, known: readonly string[]) =>
    `there is no ${kind} called ${quote(name)}.${didYouMean(name, known) || declared(kind, known)}`,
  fallsBackOnItself: 'this falls back on itself in the end.',
  commandMissing: (name: string, places: readonly string[]) =>
    `there is no command or skill ${quote(name)}. It is looked for in ${names(places)}.`,
  placeholder: (name: string, known: readonly string[]) =>
    `there is no placeholder ${quote(`{{${name}}}`)}.${didYouMean(name, known) || ` There is ${names(known)}.`}`,
  twice: (name: string) => `${quote(name)} is named twice.`,
  noShape: {
    reviewers:
      "a reviewer needs `run` (a command) or `model` (the name of a model), e.g. { run: 'npm run -s typecheck' }.",
    models: "a model needs `agent` or `api`, e.g. { agent: 'claude' }.",
  },
  bothShapes: (one: string, other: string) => `it has \`${one}\` and \`${other}\`: keep one of them.`,
  rulesOnlyTuned:
    '`rules` is built in and can only be tuned here, with `preset` and `rules`. Give this one another name.',
  strange: 'this cannot be used as a name or a value here: a config is plain data.',
  promptMissing: (path: string) =>
    `there is no file ${quote(path)}. A path is relative to the root of the repository.`,
  promptOutside: (path: string) => `${quote(path)} is outside the repository.`,
  promptEmpty: (path: string) => `${quote(path)} is empty.`,
  promptUnreadable: (path: string, why: string) => `${quote(path)} cannot be read: ${why}.`,
  promptUnknown: (name: string, known: readonly string[]) =>
    `there is no built-in prompt called ${quote(name)}.${didYouMean(name, known) || builtIns(known)} A file is written as ${quote(`./${name}.md`)}.`,
}

/** What the text should have looked like. Never shows the text: it may be a key that somebody pasted. */
export function sayPattern(pattern: string | undefined): string {
  return PATTERNS.get(pattern ?? '') ?? 'this is not written as it should be.'
}

export function sayName(name: string): string {
  if ((RESERVED_FOR_FIX as readonly string[]).includes(name))
    return `no model can be called ${quote(name)}: \`fix\` uses that word for something else.`
  return `${quote(name)} cannot be a name: use small letters, digits and dashes, and begin with a letter.`
}

const PATTERNS = new Map(
  (
    [
      [NAME, 'use small letters, digits and dashes, and begin with a letter.'],
      [MODEL_NAME, 'use small letters, digits and dashes, and begin with a letter.'],
      [DURATION, "this must be a duration such as '500ms', '10s', '5m' or '1h'."],
      [SOME_TIME, "this must be a duration of more than nothing, such as '90s' or '15m'."],
      [MONEY, "this must be an amount in dollars such as '$0.50'."],
      [ENV_NAME, 'this must be the name of an environment variable, not its value.'],
      [URL_START, 'this must be an address that begins with http:// or https://.'],
      [
        COMMAND,
        "this must be the name of a slash command or a skill with a slash before it, such as '/review-task'.",
      ],
      [PROMPT, "this must be the name of a built-in prompt, or a file that begins with './'."],
    ] as const
  ).map(([pattern, sentence]) => [String(pattern), sentence]),
)

const names = (known: readonly string[]): string => known.map(quote).join(', ')

const declared = (kind: string, known: readonly string[]): string =>
  known.length > 0 ? ` There is ${names(known)}.` : ` No ${kind} is declared.`

const builtIns = (known: readonly string[]): string => (known.length > 0 ? ` There is ${names(known)}.` : '')
