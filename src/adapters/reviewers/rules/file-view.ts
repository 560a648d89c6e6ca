import { type Language, languageOf } from '../../../domain/language.ts'
import type { ChangedFile, Hunk } from '../../../domain/snapshot.ts'
import { classifyPath, type PathKind } from './classify-path.ts'
import { splitCode } from './split-code.ts'
import { SYNTAX } from './syntax.ts'

/** Nobody writes longer lines by hand; only what looks for secrets reads on. */
export const LINE_LIMIT = 2_000

/** A changed file as the rules see it. */
export interface FileView {
  path: string
  kind: PathKind
  language: Language | null
  changed: ChangedFile
  /** The new side of each hunk: what was added and what was kept around it. */
  hunks: SourceLine[][]
}

export interface SourceLine {
  number: number
  /** Added, and not merely moved or indented. */
  isNew: boolean
  /** The whole line, however long. */
  full: string
  /** At most `LINE_LIMIT` characters of it. */
  text: string
  /** `text` without strings and comments; the same as `text` in a language that we cannot read. */
  code: string
  comment: string
}

export type RemovedTexts = ReadonlyMap<PathKind, ReadonlySet<string>>

/**
 * The texts that the change takes away, by the kind of file they stood in: a line that reappears in such a file was moved,
 * and is nobody's news. Out of a test and into the source it is news.
 */
export function removedTexts(files: readonly ChangedFile[]): RemovedTexts {
  const texts = new Map<PathKind, Set<string>>()
  for (const { path, hunks } of files) {
    const kind = classifyPath(path)
    const ofKind = texts.get(kind) ?? new Set()
    texts.set(kind, ofKind)
    for (const line of hunks.flatMap(({ lines }) => lines))
      if (line.kind === 'removed') ofKind.add(essence(line.text))
  }
  return texts
}

/** What stays of a line when a formatter goes over it: indentation, spacing, quotes and its last comma do not count. */
const essence = (text: string): string => text.replace(/\s/g, '').replace(/["`]/g, "'").replace(/[;,]$/, '')

export function viewOf(changed: ChangedFile, removed: RemovedTexts): FileView {
  const { path } = changed
  const language = languageOf(path)
  const kind = classifyPath(path)
  const moved = removed.get(kind) ?? new Set()
  const hunks = changed.hunks.map(hunk => sourceLines(hunk, language, moved))
  return { path, kind, language, changed, hunks }
}

function sourceLines(hunk: Hunk, language: Language | null, removed: ReadonlySet<string>): SourceLine[] {
  const lines = hunk.lines.filter(line => line.kind !== 'removed')
  const texts = lines.map(line => line.text.slice(0, LINE_LIMIT))
  const split = language && splitCode(texts, SYNTAX[language])
  return lines.map((line, index) => {
    const text = texts[index] ?? ''
    return {
      number: line.line,
      isNew: line.kind === 'added' && !removed.has(essence(line.text)),
      full: line.text,
      text,
      code: split?.[index]?.code ?? text,
      comment: split?.[index]?.comment ?? '',
    }
  })
}
