import type { Confidence, Severity } from '../../../domain/finding.ts'
import type { Language } from '../../../domain/language.ts'
import type { PathKind } from './classify-path.ts'
import type { FileView, SourceLine } from './file-view.ts'

/** One thing that must not be in a change. It sees the diff alone, and reports only what the change brought in. */
export interface Rule {
  id: string
  severity: Severity
  topic: 'security' | 'leftover' | 'correctness'
  confidence: Confidence
  /** What is wrong, in one sentence. */
  reason: string
  /** How to fix it, in words. */
  fix: string
  /** The kinds of paths it looks at. */
  kinds: readonly PathKind[]
  /** Null: whatever the language. */
  languages: readonly Language[] | null
  check(file: FileView): Iterable<Place>
}

export interface Place {
  line: SourceLine
  endLine?: number
}

/** Code and configuration that goes into the product. */
export const SHIPPED = ['source', 'template', 'migration'] as const satisfies PathKind[]
/** Whatever someone writes as code, the tests included. */
export const WRITTEN = ['source', 'test', 'migration'] as const satisfies PathKind[]

export const looksAt = (rule: Rule, file: Pick<FileView, 'kind' | 'language'>): boolean =>
  rule.kinds.includes(file.kind) &&
  (rule.languages === null || (file.language !== null && rule.languages.includes(file.language)))

/** Every new line that fits; `index` leads to its neighbours in the hunk. */
export function* newLines(
  file: FileView,
  fits: (line: SourceLine, hunk: readonly SourceLine[], index: number) => boolean,
): Iterable<Place> {
  for (const hunk of file.hunks) {
    for (const [index, line] of hunk.entries()) {
      if (line.isNew && fits(line, hunk, index)) yield { line }
    }
  }
}
