import type { Hunk, HunkLine } from '../../domain/snapshot.ts'

/**
 * One part per file. Every line of content begins with a sign, so a line that begins with `diff --git` is a header. Only
 * a newline begins a line: with the flag `m`, `^` would also find a carriage return in somebody's text, and forge a header.
 */
export function splitPatch(patch: string): string[] {
  return patch.split(/(?<![^\n])(?=diff --git )/).filter(part => part.startsWith('diff --git '))
}

export const isBinaryPatch = (patch: string): boolean => /^Binary files .* differ$/m.test(headerOf(patch))

export function hunksOf(patch: string): Hunk[] {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  let line = 0
  for (const text of patch.slice(headerOf(patch).length).split('\n')) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)?.[1]
    if (start !== undefined) {
      line = Number(start)
      hunk = { start: line, lines: [] }
      hunks.push(hunk)
    } else {
      const parsed = parseLine(text, line)
      if (!parsed || !hunk) continue
      hunk.lines.push(parsed)
      if (parsed.kind !== 'removed') line += 1
    }
  }
  return hunks
}

const KINDS: Record<string, HunkLine['kind']> = { '+': 'added', '-': 'removed', ' ': 'kept' }

function parseLine(text: string, line: number): HunkLine | null {
  const kind = KINDS[text.charAt(0)] // `\ No newline at end of file` has none
  return kind ? { kind, text: text.slice(1).replace(/\r$/, ''), line } : null
}

function headerOf(patch: string): string {
  const at = patch.search(/(?<![^\n])@@ /)
  return at < 0 ? patch : patch.slice(0, at)
}
