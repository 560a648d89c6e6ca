/** Where something stands in the document: `['loops', 'basics', 'reviewers', 1]`. */
export type ConfigPath = readonly (string | number)[]

/** Where something stands in the file; both count from 1. */
export interface Position {
  line: number
  column: number
}

/** The place of a path in the file, or of the nearest thing around it that is written down. */
export type PositionOf = (path: ConfigPath) => Position | null

/** `loops.basics.reviewers[1]` */
export function showPath(path: ConfigPath): string {
  return path
    .map(part =>
      typeof part === 'number' ? `[${part}]` : /^[\w$-]+$/.test(part) ? `.${part}` : `[${quote(part)}]`,
    )
    .join('')
    .replace(/^\./, '')
}

/** A value out of the file, as it may be shown: short, and without anything that a terminal would obey. */
export function quote(value: string): string {
  const short = value.length > 60 ? `${value.slice(0, 60)}…` : value
  return `'${short.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped)}'`
}

export function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** Asks for ever less of the path until something is known. */
export function nearest(
  path: ConfigPath,
  offsetOf: (path: ConfigPath) => number | undefined,
): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const offset = offsetOf(path.slice(0, length))
    if (offset !== undefined) return offset
  }
  return undefined
}

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
