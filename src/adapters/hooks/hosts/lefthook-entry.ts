import type { GitHook } from '../templates.ts'

/** How lefthook is told of something to run: a list of jobs, or a map of commands or of scripts. */
export type Section = 'jobs' | 'commands' | 'scripts'

/** The name of our entry, and of the script beside lefthook's config. */
export const NAME = 'wingman'

/**
 * lefthook passes over a command of pre-push whenever HEAD itself has nothing to push, whatever is pushed; never over a script,
 * and one that is missing fails the push. So the gate is a script.
 */
export const sectionFor = (hook: GitHook): Section => (hook === 'pre-push' ? 'scripts' : 'commands')

interface Field {
  name: string
  value: string | true | readonly string[]
}

/**
 * Without `args` lefthook would add the arguments unquoted. Asked by way of `rc`, it reads nothing: lefthook hands what git says of
 * the push to entries that run side by side in parts, and theirs would lack one.
 */
const gate = (isAsked: boolean): readonly Field[] => [
  { name: 'runner', value: 'sh' },
  ...(isAsked ? [] : [{ name: 'use_stdin', value: true } as const]),
  { name: 'args', value: ["3<<'wingman-end'", '{1}', '{2}', ...(isAsked ? ['asked'] : []), 'wingman-end'] },
]

/** Silent where wingman is not set up; where it is disabled nothing is started, git least of all. The arguments are ids and flags that git itself makes. */
const request = (hook: GitHook): readonly Field[] => [
  {
    name: 'run',
    value: [
      `wingman=\${GIT_DIR:-.git}/wingman`,
      'if [ ! -d "$wingman/hooks" ]; then wingman=$(git rev-parse --git-common-dir)/wingman; fi',
      `disabled=\${XDG_CONFIG_HOME:-$HOME/.config}/wingman/disabled`,
      `if [ -f "$wingman/hooks/${hook}" ] && [ ! -f "$wingman/disabled" ] && [ ! -f "$disabled" ]; then sh "$wingman/hooks/${hook}" {0}; fi`,
    ],
  },
]

const fieldsOf = (hook: GitHook, rc: string | null): readonly Field[] =>
  hook === 'pre-push' ? gate(rc !== null) : request(hook)

/** Whether a text has our entry for that hook, in whatever language, as any version wrote it. */
export const namesOurs = (text: string, hook: GitHook): boolean =>
  text.includes(hook === 'pre-push' ? 'wingman-end' : `wingman/hooks/${hook}`)

/** The entry as YAML, in a map or as an item of `jobs:`. */
export function yamlEntry(hook: GitHook, section: Section, rc: string | null): string[] {
  const fields = fieldsOf(hook, rc)
    .flatMap(yamlField)
    .map(line => `  ${line}`)
  if (section !== 'jobs') return [`${NAME}:`, ...fields]
  return [`- name: ${NAME}`, ...(hook === 'pre-push' ? [`  script: ${NAME}`] : []), ...fields]
}

const yamlField = ({ name, value }: Field): string[] =>
  typeof value === 'object' ? [`${name}: |`, ...value.map(line => `  ${line}`)] : [`${name}: ${value}`]

export const yamlSection = (hook: GitHook, rc: string | null): string[] => [
  `${sectionFor(hook)}:`,
  ...yamlEntry(hook, sectionFor(hook), rc).map(line => `  ${line}`),
]

export const yamlHook = (hook: GitHook, rc: string | null): string[] => [
  `${hook}:`,
  ...yamlSection(hook, rc).map(line => `  ${line}`),
]

/** What a person adds by hand where we cannot, in the language of the file. */
export function linesByHand(file: string, hooks: readonly GitHook[], rc: string | null): string {
  if (file.endsWith('.toml'))
    return [...(rc ? [`rc = "${rc}"`] : []), ...hooks.map(hook => tomlEntry(hook, rc))].join('\n\n')
  if (/\.jsonc?$/.test(file))
    return JSON.stringify(
      { ...(rc && { rc }), ...Object.fromEntries(hooks.map(hook => jsonEntry(hook, rc))) },
      null,
      2,
    )
  return [...(rc ? [`rc: ${rc}`] : []), ...hooks.flatMap(hook => yamlHook(hook, rc))].join('\n')
}

/** The file that a config in JSON or TOML has read into lefthook's stubs, in however simple words. */
export const rcByHand = (text: string): string | null =>
  /^[\s{]*"?rc"?\s*[:=]\s*"([^"]*)"/m.exec(text)?.[1] ?? null

function tomlEntry(hook: GitHook, rc: string | null): string {
  const fields = fieldsOf(hook, rc).flatMap(({ name, value }) =>
    typeof value === 'object'
      ? [`${name} = '''`, ...value, "'''"]
      : [`${name} = ${value === true ? value : `"${value}"`}`],
  )
  return [`[${hook}.${sectionFor(hook)}.${NAME}]`, ...fields].join('\n')
}

function jsonEntry(hook: GitHook, rc: string | null): [GitHook, object] {
  const fields = fieldsOf(hook, rc).map(({ name, value }) => [
    name,
    typeof value === 'object' ? value.map(line => `${line}\n`).join('') : value,
  ])
  return [hook, { [sectionFor(hook)]: { [NAME]: Object.fromEntries(fields) } }]
}
