import { rawOf, rawString, withoutProperty, withProperty, withRawString } from '../json-edit.ts'
import { ALL_HOOKS, type GitHook } from '../templates.ts'

/** Marks that sh passes over, at both ends of our part of a command. Known by them in whatever version. */
const PART = /: '>>> wingman';[\s\S]*?: '<<< wingman'(; )?/

/** What goes before a command of theirs; all of it stands in one script for sh, with git's arguments and standard input. */
export const commandFor = (hook: GitHook): string =>
  `: '>>> wingman'; ${FOLDER}; ${hook === 'pre-push' ? GATE : requestFor(hook)}; : '<<< wingman'`

/** Only a linked worktree has to ask git: that costs more than all the rest of a hook that is disabled. */
const FOLDER = `wingman=\${GIT_DIR:-.git}/wingman; if [ ! -d "$wingman/hooks" ]; then wingman=$(git rev-parse --git-common-dir)/wingman; fi`

const requestFor = (hook: GitHook): string =>
  `if [ -f "$wingman/hooks/${hook}" ] && [ ! -f "$wingman/disabled" ] && [ ! -f "\${XDG_CONFIG_HOME:-$HOME/.config}/wingman/disabled" ]; then sh "$wingman/hooks/${hook}" "$@"; fi`

// Read in, not started: it opens standard input again for what comes after it.
const GATE =
  'if [ -f "$wingman/sourced/pre-push" ]; then . "$wingman/sourced/pre-push"; elif [ "$WINGMAN" != 0 ]; then echo \'wingman: not set up in this clone, so this push is held. Set it up (npx wingman install) and push again; once without the gate: WINGMAN=0 git push\' >&2; exit 1; fi'

/** Their config with ours in front of each command, as an entry of its own where they have none. */
export function withCommands(text: string): string {
  const object = objectIn(text)
  return ALL_HOOKS.reduce((json, hook) => withCommand(json, [...object, hook], commandFor(hook)), text)
}

function withCommand(text: string, path: string[], command: string): string {
  const theirs = rawString(text, path)
  const ours = rawOf(command)
  if (theirs === null) return withProperty(text, path, `"${ours}"`)
  const anew = PART.test(theirs) ? theirs.replace(PART, (_, more = '') => ours + more) : `${ours}; ${theirs}`
  return withRawString(text, path, anew)
}

/** Of a config or of a script that was made of it: ours alone is taken out. */
export function withoutCommands(text: string): string {
  if (!PART.test(text)) return text
  const object = isJson(text) ? objectIn(text) : null
  if (object === null) return text.replace(PART, '')
  return ALL_HOOKS.reduce((json, hook) => withoutCommand(json, [...object, hook]), text)
}

function withoutCommand(text: string, path: string[]): string {
  const all = rawString(text, path)
  const part = all === null ? null : PART.exec(all)
  if (all === null || !part) return text
  // Without what joins it to a command of theirs, it stood alone.
  return part[0] === all && !part[1]
    ? withoutProperty(text, path)
    : withRawString(text, path, all.replace(PART, ''))
}

/** In package.json it is one property among others. */
export function objectIn(text: string): string[] {
  const json = JSON.parse(text)
  return typeof json === 'object' && json !== null && KEY in json ? [KEY] : []
}

export const KEY = 'simple-git-hooks'

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
