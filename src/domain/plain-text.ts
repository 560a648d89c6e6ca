// What turns text around, hides it or joins it: shown by number, so that nobody reads what is not there.
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029]/g

/**
 * What we review is hostile: nothing of it may steer a terminal or read as something else than it is. Text without terminal
 * escapes and control characters, newlines and tabs kept. Not `stripVTControlCharacters`: its pattern takes quadratic time
 * on `ESC;;;;…`. Every quantifier here is bounded, or stops at the next escape.
 */
export function plainText(text: string): string {
  return text
    .replace(/\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]/g, '')
    .replace(/\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)/g, '')
    .replace(/\x1b[ -/]{0,8}[0-~]?/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
    .replace(INVISIBLE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** On one line, and not longer than `limit`. */
export function oneLine(text: string, limit = 300): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim()
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}

/** As it may stand in the log of a build, which obeys `::add-mask::` at the beginning of a line and `##[group]` anywhere. */
export const logLine = (line: string): string =>
  line.replace(/^(\s*):(?=:)/, '$1\\u003a').replace(/#(?=#(?:\[|vso\[))/gi, '\\u0023')
