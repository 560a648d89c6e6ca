import type { ChangedFile, HunkLine } from '../../src/domain/snapshot.ts'

/**
 * A changed file from the lines of a diff: `+` added, `-` removed, a space kept, `@@ 40` begins a hunk at line 40. The
 * file begins at line 1 otherwise.
 */
export function changedFile(path: string, diff: readonly string[]): ChangedFile {
  const file: ChangedFile = {
    path,
    status: 'modified',
    mode: '100644',
    oldMode: '100644',
    content: 'text',
    hunks: [],
  }
  let line = 1
  let lines: HunkLine[] | null = null
  for (const text of diff) {
    if (text.startsWith('@@ ')) {
      line = Number(text.slice(3))
      lines = null
      continue
    }
    if (!lines) {
      lines = []
      file.hunks.push({ start: line, lines })
    }
    const kind = KINDS[text.charAt(0)] ?? unreadable(text)
    lines.push({ kind, text: text.slice(1), line })
    if (kind !== 'removed') line++
  }
  return file
}

/** A file in which every line is new. */
export const newFile = (path: string, lines: readonly string[]): ChangedFile => ({
  ...changedFile(
    path,
    lines.map(line => `+${line}`),
  ),
  status: 'added',
  oldMode: null,
})

const KINDS: Record<string, HunkLine['kind']> = { '+': 'added', '-': 'removed', ' ': 'kept' }

function unreadable(text: string): never {
  throw new Error(`not a line of a diff: ${text}`)
}
