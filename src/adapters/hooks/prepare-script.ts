import { rawOf, rawString, withoutProperty, withProperty, withRawString } from './json-edit.ts'

/** npm runs it after every install. Without dev dependencies there is no wingman, which is no failure; sh and cmd both know `exit 0`. */
const ALONE = 'wingman install || exit 0'
/** In brackets, or the `||` would swallow a failure of theirs as well. */
const AFTER_THEIRS = ' && (wingman install || exit 0)'
const SCRIPT = ['scripts', 'prepare']

/** package.json with a `prepare` script that installs the hooks; one that does so already stays as it is. */
export function withPrepare(text: string): string {
  const theirs = rawString(text, SCRIPT)
  if (theirs?.includes('wingman install')) return text
  if (theirs !== null) return withRawString(text, SCRIPT, theirs + rawOf(AFTER_THEIRS))
  const { scripts } = JSON.parse(text)
  const base = scripts === undefined ? withProperty(text, ['scripts'], '{}') : text
  return withProperty(base, SCRIPT, JSON.stringify(ALONE))
}

/** Our part of it taken out, and what only held that. */
export function withoutPrepare(text: string): string {
  const script = rawString(text, SCRIPT)
  if (script?.includes(AFTER_THEIRS)) return withRawString(text, SCRIPT, script.replace(AFTER_THEIRS, ''))
  if (script !== ALONE) return text
  const left = withoutProperty(text, SCRIPT)
  return Object.keys(JSON.parse(left).scripts).length === 0 ? withoutProperty(left, ['scripts']) : left
}

/** Whether it has the line, ours or one that somebody wrote. */
export const hasPrepare = (text: string): boolean =>
  rawString(text, SCRIPT)?.includes('wingman install') ?? false
