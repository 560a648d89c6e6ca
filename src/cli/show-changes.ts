import { relative } from 'node:path'
import { structuredPatch } from 'diff'
import type { FileChange } from '../adapters/hooks/file-change.ts'
import { oneLine, plainText } from '../domain/plain-text.ts'
import type { Paint } from '../paint.ts'

/** What is going to be written, as `git diff` would show it. What stands in a hook of theirs is no terminal escape to us. */
export function showChanges(root: string, changes: readonly FileChange[], paint: Paint): string {
  return changes.flatMap(change => fileLines(root, change, paint)).join('\n')
}

/** The same for scripts: whole texts. */
export const changeTexts = (root: string, { before, after, executable, moveTo }: FileChange) => ({
  before,
  after,
  executable,
  movedTo: moveTo && relative(root, moveTo),
})

function fileLines(root: string, change: FileChange, paint: Paint): string[] {
  const name = (path: string) => oneLine(relative(root, path), 1000)
  const file = name(change.path)
  // What is kept under another name keeps its bytes; ours is new in its place.
  const before = change.moveTo === null ? change.before : null
  return [
    ...(change.moveTo === null ? [] : movedLines(file, name(change.moveTo), paint)),
    paint.bold(`diff --git a/${file} b/${file}`),
    ...(before === null ? [paint.bold(`new file mode ${change.executable ? '100755' : '100644'}`)] : []),
    paint.bold(`--- ${before === null ? '/dev/null' : `a/${file}`}`),
    paint.bold(`+++ b/${file}`),
    ...hunkLines(before ?? '', change.after, paint),
  ]
}

const movedLines = (from: string, to: string, { bold }: Paint): string[] => [
  bold(`diff --git a/${from} b/${to}`),
  bold('similarity index 100%'),
  bold(`rename from ${from}`),
  bold(`rename to ${to}`),
]

function hunkLines(before: string, after: string, paint: Paint): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 })
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    // As git and diff write it: of nothing, line 0.
    paint.dim(`@@ -${oldLines === 0 ? oldStart - 1 : oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map(line => painted(plainText(line.replace(/\r$/, '')), paint)),
  ])
}

function painted(line: string, { red, green }: Paint): string {
  if (line.startsWith('+')) return green(line)
  return line.startsWith('-') ? red(line) : line
}
