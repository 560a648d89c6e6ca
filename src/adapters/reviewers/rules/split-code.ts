import type { Region, Syntax } from './syntax.ts'

export interface SplitLine {
  /** The line with strings and comments blanked; columns stay. */
  code: string
  /** What the line says in comments. */
  comment: string
}

/** Splits the lines of one hunk, in one pass. Where the hunk begins inside of something, it cannot know. */
export function splitCode(lines: readonly string[], syntax: Syntax): SplitLine[] {
  let inside: Region | null = null
  return lines.map(text => {
    if (inside === null && syntax.starred && /^\s*\*(?:\s|\/|$)/.test(text)) {
      return { code: '', comment: text.replace(/^\s*\*\/?/, '') }
    }
    const split = splitLine(text, syntax, inside)
    inside = split.inside
    return split
  })
}

function splitLine(
  text: string,
  syntax: Syntax,
  start: Region | null,
): SplitLine & { inside: Region | null } {
  let code = ''
  let comment = ''
  let inside = start
  let at = 0
  while (at < text.length) {
    const stop = inside === null ? nextOpener(text, at, syntax) : endOf(text, at, inside)
    const piece = text.slice(at, stop.at)
    code += inside === null ? piece : ' '.repeat(piece.length)
    if (inside?.kind === 'comment') comment += `${piece} `
    // Quotes stay, so that a rule can see that there was a string.
    const { kind } = inside ?? stop.inside ?? { kind: 'string' }
    code += kind === 'string' ? stop.mark : ' '.repeat(stop.mark.length)
    at = stop.at + stop.mark.length
    inside = stop.inside
  }
  return { code, comment, inside: inside?.multiline ? inside : null }
}

interface Stop {
  at: number
  mark: string
  inside: Region | null
}

function nextOpener(text: string, from: number, syntax: Syntax): Stop {
  syntax.opener.lastIndex = from
  const match = syntax.opener.exec(text)
  if (!match) return { at: text.length, mark: '', inside: null }
  return { at: match.index, mark: match[0], inside: syntax.regions[match[0]] ?? null }
}

function endOf(text: string, from: number, region: Region): Stop {
  const { close } = region
  const at = close === null ? -1 : region.escapes ? unescaped(text, from, close) : text.indexOf(close, from)
  if (close === null || at < 0) return { at: text.length, mark: '', inside: region }
  return { at, mark: close, inside: null }
}

function unescaped(text: string, from: number, close: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(close, at)) return at
  }
  return -1
}
