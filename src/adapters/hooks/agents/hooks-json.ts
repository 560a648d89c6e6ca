import { type ParseError, parse, parseTree } from 'jsonc-parser'
import { WingmanError } from '../../../errors.ts'
import { laidOut, withElement, withoutElement, withoutProperty, withProperty } from '../json-edit.ts'
import { isOurCommand } from './agent-settings.ts'

type JsonObject = Record<string, unknown>

/** `hooks` in a JSON file: lists by the name of an event, of commands, or of groups that hold commands. */
interface HooksFile {
  entries: Record<string, JsonObject>
  /** What else stands in a file that is made by us. */
  seed?: JsonObject
}

/** Our entries at the end of each list. What is ours already stays as it is: an agent would ask its person about another text. */
export function withHooks(text: string | null, file: string, { entries, seed = {} }: HooksFile): string {
  if (text === null || text.trim() === '')
    return `${JSON.stringify({ ...seed, hooks: mapValues(entries, entry => [entry]) }, null, 2)}\n`
  const hooks = understood(text, file, Object.keys(entries))
  if (hooks === undefined)
    return withProperty(
      text,
      ['hooks'],
      laidOut(
        text,
        mapValues(entries, entry => [entry]),
        1,
      ),
    )
  return Object.entries(entries).reduce((done, [event, entry]) => withEntry(done, event, entry), text)
}

function withEntry(text: string, event: string, entry: JsonObject): string {
  const list = hooksIn(text)[event]
  if (list === undefined) return withProperty(text, ['hooks', event], laidOut(text, [entry], 2))
  if (!Array.isArray(list) || list.some(holdsOurs)) return text
  return withElement(text, ['hooks', event], laidOut(text, entry, 3))
}

/** Ours alone are taken out, and what would be left empty by that. */
export function withoutHooks(text: string): string {
  if (!isUnderstood(text)) return text
  const events = Object.entries(hooksIn(text)).filter(
    ([, list]) => Array.isArray(list) && list.some(holdsOurs),
  )
  const left = events.reduce((rest, [event]) => withoutEvent(rest, event), text)
  return events.length > 0 && isEmpty(hooksIn(left)) ? withoutProperty(left, ['hooks']) : left
}

function withoutEvent(text: string, event: string): string {
  const list = listAt(text, event)
  const at = list.findIndex(holdsOurs)
  if (at < 0) return list.length === 0 ? withoutProperty(text, ['hooks', event]) : text
  const inner = isObject(list[at]) && Array.isArray(list[at].hooks) ? list[at].hooks : []
  const ours = inner.findIndex(isOurs)
  const isShared = inner.some(hook => !isOurs(hook))
  const rest = isShared
    ? withoutElement(text, ['hooks', event, at, 'hooks'], ours)
    : withoutElement(text, ['hooks', event], at)
  return withoutEvent(rest, event)
}

/** The events at which nothing of ours stands. */
export const lackingIn = (text: string, { entries }: HooksFile): string[] =>
  Object.keys(entries).filter(event => !(isUnderstood(text) && listAt(text, event).some(holdsOurs)))

const listAt = (text: string, event: string): unknown[] => {
  const list = hooksIn(text)[event]
  return Array.isArray(list) ? list : []
}

const holdsOurs = (entry: unknown): boolean =>
  isOurs(entry) || (isObject(entry) && Array.isArray(entry.hooks) && entry.hooks.some(isOurs))

const isOurs = (hook: unknown): boolean =>
  isObject(hook) && (isOurCommand(hook.command) || isOurCommand(hook.bash))

/** The hooks that are there, none at all, or a refusal: what cannot be told apart is not touched. */
function understood(text: string, file: string, events: readonly string[]): JsonObject | undefined {
  const value = read(text)
  if (!isObject(value)) throw notUnderstood(file, 'is not a JSON object')
  const { hooks } = value
  if (hooks !== undefined && !isObject(hooks)) throw notUnderstood(file, 'has `hooks` that are no object')
  if (isNamedTwice(text)) throw notUnderstood(file, 'names `hooks`, or an event in them, twice')
  const odd = events.find(event => hooks?.[event] !== undefined && !Array.isArray(hooks[event]))
  if (odd) throw notUnderstood(file, `has \`hooks.${odd}\` that is no list`)
  return hooks
}

const isUnderstood = (text: string): boolean => isObject(read(text)) && !isNamedTwice(text)

function hooksIn(text: string): JsonObject {
  const value = read(text)
  return isObject(value) && isObject(value.hooks) ? value.hooks : {}
}

/** With comments and a comma at the end, as some agents allow; undefined for anything that is not whole. */
function read(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length > 0 ? undefined : value
}

/** Readers take the last one, editors the first. */
function isNamedTwice(text: string): boolean {
  const names = (node: ReturnType<typeof parseTree>): string[] =>
    node?.type === 'object' ? (node.children ?? []).map(({ children }) => String(children?.[0]?.value)) : []
  const root = parseTree(text)
  const hooks = root?.children?.find(({ children }) => children?.[0]?.value === 'hooks')?.children?.[1]
  const inHooks = names(hooks)
  return names(root).filter(name => name === 'hooks').length > 1 || new Set(inHooks).size < inHooks.length
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: JsonObject): boolean => Object.keys(value).length === 0

const mapValues = <A, B>(record: Record<string, A>, to: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

function notUnderstood(file: string, what: string): WingmanError {
  return new WingmanError({
    code: 'E_SETTINGS',
    message: `${file} ${what}, so it was not touched.`,
    hint: 'Mend the file, then run `wingman install --agents` again.',
  })
}
