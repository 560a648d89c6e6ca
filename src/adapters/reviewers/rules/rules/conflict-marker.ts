import type { FileView, SourceLine } from '../file-view.ts'
import { type Place, type Rule, WRITTEN } from '../rule.ts'

const BEGIN = /^<{7}(?: |$)/
const MIDDLE = /^={7}$/
const END = /^>{7}(?: |$)/
/** Agents write their edits between these. */
const EDIT_BLOCK = /^<{7} SEARCH/
const FENCE = /^\s*(?:`{3}|~{3})/

export const conflictMarker: Rule = {
  id: 'conflict-marker',
  severity: 'critical',
  topic: 'leftover',
  confidence: 'certain',
  reason: 'A merge conflict is left unresolved.',
  fix: 'Decide between the two sides and remove the three marker lines.',
  kinds: [...WRITTEN, 'documentation', 'example', 'template', 'lockfile'],
  languages: null,
  *check(file) {
    for (const hunk of file.hunks) yield* conflicts(hunk, file)
  },
}

/** All three lines, in their order: one alone is a heading or a quotation. */
function* conflicts(hunk: readonly SourceLine[], file: FileView): Iterable<Place> {
  let begin: SourceLine | null = null
  let middle = false
  let fenced = false
  for (const line of hunk) {
    if (FENCE.test(line.text)) fenced = !fenced
    if (!line.isNew || isQuoted(line, file, fenced)) continue
    if (BEGIN.test(line.text)) [begin, middle] = [line, false]
    else if (begin && MIDDLE.test(line.text)) middle = true
    else if (begin && middle && END.test(line.text)) {
      yield { line: begin, endLine: line.number }
      begin = null
    }
  }
}

/** Documentation shows conflicts in fences; tests, and prompts that teach the format of an edit, keep them in strings. */
function isQuoted(line: SourceLine, { kind }: FileView, fenced: boolean): boolean {
  if (kind === 'documentation') return fenced
  return line.code.startsWith(' ') && (kind === 'test' || EDIT_BLOCK.test(line.text))
}
