import { rawOf, rawString, withoutProperty, withProperty, withRawString } from './json-edit.ts'

/**
 * npm runs it after every install. Without dev dependencies there is no wingman, which is no failure and not worth sh's word
 * for it; what `install` has to tell npm's reader goes to standard output.
 */
const ALONE = 'wingman install 2>/dev/null || exit 0'
/** In brackets, or the `||` would swallow a failure of theirs as well. */
const AFTER_THEIRS = ` && (${ALONE})`
/** As older versions wrote them. */
const OLDER = 'wingman install || exit 0'
const OLDER_AFTER_THEIRS = ` && (${OLDER})`
const SCRIPT = ['scripts', 'prepare']

/** package.json with a `prepare` script that installs the hooks; one that does so already stays as it is. */
export function withPrepare(text: string): string {
  const theirs = rawString(text, SCRIPT)
  if (theirs === OLDER) return withRawString(text, SCRIPT, rawOf(ALONE))
  if (theirs?.includes(OLDER_AFTER_THEIRS))
    return withRawString(text, SCRIPT, theirs.replace(OLDER_AFTER_THEIRS, AFTER_THEIRS))
  if (theirs?.includes('wingman install')) return text
  if (theirs !== null) return withRawString(text, SCRIPT, theirs + rawOf(AFTER_THEIRS))
  const { scripts } = JSON.parse(text)
  const base = scripts === undefined ? withProperty(text, ['scripts'], '{}') : text
  return withProperty(base, SCRIPT, JSON.stringify(ALONE))
}

/** Our part of it taken out, and what only held that. */
export function withoutPrepare(text: string): string {
  const script = rawString(text, SCRIPT)
  const after = [AFTER_THEIRS, OLDER_AFTER_THEIRS].find(part => script?.includes(part))
  if (script && after) return withRawString(text, SCRIPT, script.replace(after, ''))
  if (script !== ALONE && script !== OLDER) return text
  const left = withoutProperty(text, SCRIPT)
  return Object.keys(JSON.parse(left).scripts).length === 0 ? withoutProperty(left, ['scripts']) : left
}

/** Whether it has the line, ours or one that somebody wrote. */
export const hasPrepare = (text: string): boolean =>
  rawString(text, SCRIPT)?.includes('wingman install') ?? false
