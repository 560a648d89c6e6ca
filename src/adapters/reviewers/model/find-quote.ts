import { maskSecrets } from '../../../domain/mask.ts'
import type { AnswerFinding } from './answer.schema.ts'

/** A file as a quote is looked for in it: masked as the model saw it, every run of blanks as one. */
export interface Quotable {
  /** The file after the change, masked. */
  content: string
  /** The same by line. */
  lines: string[]
  /** Everything a quote may come from: the file, and the diff with what was removed. */
  text: string
  /** What the diff shows, with the lines around what changed. */
  shown: string
  /** Only what was added or removed, line by line. */
  changed: string[]
}

export function quotable(content: string | null, diff: string): Quotable {
  const masked = maskSecrets(diff)
  const text = content === null ? '' : maskSecrets(content)
  const lines = content === null ? [] : text.split('\n').map(squeeze)
  const shown = unmarked(masked)
  return {
    content: text,
    lines,
    shown,
    text: `${lines.join(' ')} ${shown}`.replace(/ +/g, ' '),
    changed: masked
      .split('\n')
      .filter(line => /^[+-]/.test(line))
      .map(unmarked),
  }
}

/** Where the quoted code stands; null if it does not. A model miscounts lines: the quote decides, its line only chooses. */
export function findQuote(
  { quote, line }: Pick<AnswerFinding, 'quote' | 'line'>,
  file: Pick<Quotable, 'lines' | 'text'>,
): { line: number | null } | null {
  const masked = maskSecrets(quote)
  // Models copy the diff's marks along, or leave them out.
  if (!isIn(masked, file.text)) return null
  return { line: nearest(linesWith(firstLine(masked), file.lines), line) ?? clamp(line, file.lines.length) }
}

/** Whether the quoted code is part of what the diff shows. */
export const isShown = (quote: string, { shown }: Quotable): boolean => isIn(maskSecrets(quote), shown)

/** Whether it is one of the changed lines, or a part of one that says something. */
export function isChangedLine(quote: string, { changed }: Quotable): boolean {
  const wanted = unmarked(maskSecrets(quote))
  return wanted.length >= SHORTEST && changed.some(line => line.includes(wanted))
}

const isIn = (quote: string, text: string): boolean =>
  [squeeze(quote), unmarked(quote)].some(wanted => wanted.length >= SHORTEST && text.includes(wanted))

/** A brace proves nothing. */
const SHORTEST = 3

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()

const unmarked = (diff: string): string => squeeze(diff.replace(/^[+-]/gm, ''))

function firstLine(quote: string): string[] {
  const line = quote.split('\n').find(text => text.trim() !== '') ?? ''
  return [squeeze(line), unmarked(line)].filter(text => text !== '')
}

function linesWith(texts: readonly string[], lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => (texts.some(text => line.includes(text)) ? [index + 1] : []))
}

function nearest(candidates: readonly number[], line: number | null): number | null {
  const wanted = line ?? 0
  const distance = (candidate: number) => Math.abs(candidate - wanted)
  return candidates.reduce<number | null>(
    (best, next) => (best === null || distance(next) < distance(best) ? next : best),
    null,
  )
}

/** A schema of ours takes no line 0 and no line 1.5, and a reader none beyond the end. */
function clamp(line: number | null, last: number): number | null {
  if (line === null || last === 0 || !Number.isFinite(line)) return null
  return Math.min(Math.max(1, Math.trunc(line)), last)
}
