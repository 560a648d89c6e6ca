import type { Omission } from '../../../domain/coverage.ts'
import type { ChangedFile } from '../../../domain/snapshot.ts'

export interface Packed {
  shown: { path: string; text: string }[]
  /** Nothing in it that a model can read. */
  ignored: Omission[]
  /** Readable, and not shown. */
  missed: Omission[]
}

/** As many whole files as fit. A file is never cut: half a diff would be judged as if it were all of it. */
export function packFiles(files: readonly ChangedFile[], budget = 200_000): Packed {
  const packed: Packed = { shown: [], ignored: [], missed: [] }
  let left = budget
  for (const file of files) {
    const unreadable = UNREADABLE[file.content]
    if (unreadable) {
      packed[unreadable.as].push({ file: file.path, reason: unreadable.reason })
      continue
    }
    const text = diffOf(file)
    if (text.length > left) {
      packed.missed.push({ file: file.path, reason: 'does not fit into what a model is given at once' })
      continue
    }
    packed.shown.push({ path: file.path, text })
    left -= text.length
  }
  return packed
}

const UNREADABLE: Record<ChangedFile['content'], { as: 'ignored' | 'missed'; reason: string } | null> = {
  text: null,
  binary: { as: 'ignored', reason: 'binary, a model cannot read it' },
  link: { as: 'ignored', reason: 'a link or a submodule, there is no text in it' },
  large: { as: 'missed', reason: 'too large to be read' },
}

/** The path is escaped: a file name may hold line breaks and pretend to be a diff. */
function diffOf({ path, status, hunks, mode, oldMode }: ChangedFile): string {
  const moded = oldMode !== null && mode !== null && oldMode !== mode ? `, mode ${oldMode} to ${mode}` : ''
  const lines = [`=== ${JSON.stringify(path)} (${status}${moded})`]
  for (const hunk of hunks) {
    lines.push(`@@ from line ${hunk.start} @@`)
    for (const { kind, text } of hunk.lines) lines.push(MARK[kind] + text)
  }
  return lines.join('\n')
}

const MARK = { added: '+', removed: '-', kept: ' ' }
