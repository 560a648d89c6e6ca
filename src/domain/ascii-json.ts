/** In ASCII: a person's `i18n.commitEncoding` then has nothing to change. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[^\x00-\x7f]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** What stands below the first paragraph of a message, unchecked. Undefined where it is no JSON. */
export function jsonBelow(message: string): unknown {
  try {
    return JSON.parse(message.slice(message.indexOf('\n\n') + 2))
  } catch {
    return undefined
  }
}
