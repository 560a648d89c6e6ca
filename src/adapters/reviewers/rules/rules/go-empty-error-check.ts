import type { HunkLine } from '../../../../domain/snapshot.ts'
import type { FileView, SourceLine } from '../file-view.ts'
import type { Place, Rule } from '../rule.ts'

const CHECK = /^\s*if\b.{0,300}\b\w{0,40}[eE]rr != nil \{\s*(\})?\s*$/

export const goEmptyErrorCheck: Rule = {
  id: 'go-empty-error-check',
  severity: 'critical',
  topic: 'correctness',
  confidence: 'certain',
  reason: 'The error is checked and then ignored: the body is empty.',
  fix: 'Return or handle the error; if it may be ignored, say why in a comment.',
  kinds: ['source', 'test', 'migration', 'template'],
  languages: ['go'],
  *check(file) {
    const known = oldEmptyChecks(file)
    for (const hunk of file.hunks) {
      for (const [index, line] of hunk.entries()) {
        const place = emptyCheck(line, hunk[index + 1])
        if (place && !known.has(line.text.trim())) yield place
      }
    }
  },
}

/** A body can be emptied without a line being added, so both sides are compared. */
function emptyCheck(line: SourceLine, next: SourceLine | undefined): Place | null {
  const match = CHECK.exec(line.text)
  if (!match) return null
  if (match[1]) return { line }
  return next?.text.trim() === '}' && next.number === line.number + 1 ? { line, endLine: next.number } : null
}

function oldEmptyChecks({ changed }: FileView): Set<string> {
  const known = new Set<string>()
  for (const { lines } of changed.hunks) {
    const old = lines.filter(line => line.kind !== 'added')
    for (const [index, line] of old.entries()) if (isEmpty(line, old[index + 1])) known.add(line.text.trim())
  }
  return known
}

function isEmpty({ text }: HunkLine, next: HunkLine | undefined): boolean {
  const match = CHECK.exec(text)
  return match !== null && (match[1] !== undefined || next?.text.trim() === '}')
}
