import { maskSecrets } from '../../../domain/mask.ts'
import type { AnswerFinding } from './answer.schema.ts'

/** A file as a quote is looked for in it: masked as the model saw it, every run of blanks as one. */
export interface Quotable {
  /** Of the file after the change, by line. */
  lines: string[]
  /** Everything a quote may come from: the file, and the diff with what was removed. */
  text: string
}

export function quotable(content: string | null, diff: string): Quotable {
  const lines = content === null ? [] : maskSecrets(content).split('\n').map(squeeze)
  return { lines, text: `${lines.join(' ')} ${unmarked(maskSecrets(diff))}`.replace(/ +/g, ' ') }
}

/** Where the quoted code stands; null if it does not. A model miscounts lines: the quote decides, its line only chooses. */
export function findQuote(
  { quote, line }: Pick<AnswerFinding, 'quote' | 'line'>,
  file: Quotable,
): { line: number | null } | null {
  const masked = maskSecrets(quote)
  // Models copy the diff's marks along, or leave them out.
  const read = [squeeze(masked), unmarked(masked)].find(
    text => text.length >= SHORTEST && file.text.includes(text),
  )
  if (read === undefined) return null
  return { line: nearest(linesWith(firstLine(masked), file.lines), line) ?? clamp(line, file.lines.length) }
}

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
