import { WingmanError } from '../../errors.ts'

/** One stable string: Claude Code asks its person again whenever it changes. For a clone without wingman it does nothing. */
const COMMAND =
  'h="$CLAUDE_PROJECT_DIR/.wingman/agent-hook"; test ! -f "$h" || sh "$h" claude UserPromptSubmit'

type JsonObject = Record<string, unknown>

/** Claude Code's settings with our hook in them. Everything else stays in its order. */
export function withClaudeHook(text: string | null, path: string): string {
  const { settings, hooks, groups } = read(text, path)
  if (text !== null && groups.some(group => hooksIn(group).some(isOurs))) return text
  const ours = { hooks: [{ type: 'command', command: COMMAND, timeout: 30 }] }
  return render({ ...settings, hooks: { ...hooks, UserPromptSubmit: [...groups, ours] } }, text)
}

/** Our hook alone is taken out, and what would be left empty by that. */
export function withoutClaudeHook(text: string, path: string): string {
  const { settings, hooks, groups } = read(text, path)
  const left = groups.flatMap(withoutOurs)
  if (left.length === groups.length && left.every((group, at) => group === groups[at])) return text
  if (left.length > 0) return render({ ...settings, hooks: { ...hooks, UserPromptSubmit: left } }, text)
  const { UserPromptSubmit: _, ...others } = hooks
  const { hooks: __, ...rest } = settings
  return render(Object.keys(others).length > 0 ? { ...settings, hooks: others } : rest, text)
}

function withoutOurs(group: unknown): unknown[] {
  const hooks = hooksIn(group)
  if (!isObject(group) || !hooks.some(isOurs)) return [group]
  const others = hooks.filter(hook => !isOurs(hook))
  return others.length > 0 ? [{ ...group, hooks: others }] : []
}

const hooksIn = (group: unknown): unknown[] =>
  isObject(group) && Array.isArray(group.hooks) ? group.hooks : []

const isOurs = (hook: unknown): boolean => isObject(hook) && hook.command === COMMAND

interface Settings {
  settings: JsonObject
  hooks: JsonObject
  /** Of the one event that we listen to. */
  groups: unknown[]
}

function read(text: string | null, path: string): Settings {
  const settings = parse(text ?? '{}')
  if (!isObject(settings)) throw notOurs(path, 'is not a JSON object')
  const hooks = settings.hooks ?? {}
  if (!isObject(hooks)) throw notOurs(path, 'has `hooks` that are no object')
  const groups = hooks.UserPromptSubmit ?? []
  if (!Array.isArray(groups)) throw notOurs(path, 'has `hooks.UserPromptSubmit` that is no list')
  return { settings, hooks, groups }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function notOurs(path: string, what: string): WingmanError {
  return new WingmanError({
    code: 'E_SETTINGS',
    message: `${path} ${what}, so it was not touched.`,
    hint: 'Mend the file, then run `wingman install --agents claude`.',
  })
}

/** With the indentation the file had. */
function render(settings: JsonObject, before: string | null): string {
  const indent = /^([ \t]+)"/m.exec(before ?? '')?.[1] ?? '  '
  return `${JSON.stringify(settings, null, indent)}\n`
}
