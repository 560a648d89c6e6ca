import { createHash } from 'node:crypto'
import type { Omission } from '../../../domain/coverage.ts'
import type { Piece } from '../../../domain/groups.ts'
import { maskSecrets } from '../../../domain/mask.ts'
import type { ChangedFile, Hunk } from '../../../domain/snapshot.ts'

/** As a model is shown it: masked. A file that is too long for one question comes in parts, all of them. */
export interface ShownPiece extends Piece {
  /** Of the file's whole change, whichever part this is. */
  digest: string
}

export interface Packed {
  shown: ShownPiece[]
  /** Nothing in it that a model can read. */
  ignored: Omission[]
  /** Readable, and not shown. */
  missed: Omission[]
}

/** Everything that can be read, in pieces of at most so many characters. Nothing is cut: half a diff would be judged as if it were all of it. */
export function packFiles(files: readonly ChangedFile[], most: number): Packed {
  const packed: Packed = { shown: [], ignored: [], missed: [] }
  for (const file of files) {
    const unreadable = UNREADABLE[file.content]
    const pieces = unreadable ? [] : piecesOf(file, most)
    if (unreadable) packed[unreadable.as].push({ file: file.path, reason: unreadable.reason })
    else if (pieces === null)
      packed.missed.push({
        file: file.path,
        reason: 'has a line that does not fit into what a model is given at once',
      })
    else packed.shown.push(...pieces)
  }
  return packed
}

const UNREADABLE: Record<ChangedFile['content'], { as: 'ignored' | 'missed'; reason: string } | null> = {
  text: null,
  binary: { as: 'ignored', reason: 'binary, a model cannot read it' },
  link: { as: 'ignored', reason: 'a link or a submodule, there is no text in it' },
  large: { as: 'missed', reason: 'too large to be read' },
}

function piecesOf(file: ChangedFile, most: number): ShownPiece[] | null {
  const { path, hunks } = file
  const head = headOf(file)
  // Masked before it is parted: half a key is no key that anybody would know.
  const body = maskSecrets(hunks.map(textOf).join('\n')).split('\n')
  const parts = linesInParts(body, most - head.length - 20)
  if (parts === null) return null
  const digests = hunks.map(hunk => digestOf(textOf(hunk)))
  const digest = digestOf([head, ...digests].join('\n'))
  return parts.map((lines, at) => {
    const part = parts.length > 1 ? ` part ${at + 1} of ${parts.length}` : ''
    return { path, digest, hunks: at === 0 ? digests : [], text: [head + part, ...lines].join('\n') }
  })
}

/** The path is escaped: a file name may hold line breaks and pretend to be a diff. */
function headOf({ path, status, mode, oldMode }: ChangedFile): string {
  const moded = oldMode !== null && mode !== null && oldMode !== mode ? `, mode ${oldMode} to ${mode}` : ''
  return `=== ${maskSecrets(JSON.stringify(path))} (${status}${moded})`
}

const textOf = ({ start, lines }: Hunk): string =>
  [`@@ from line ${start} @@`, ...lines.map(({ kind, text }) => MARK[kind] + text)].join('\n')

const MARK = { added: '+', removed: '-', kept: ' ' }

/** Null when a line alone is too long. */
function linesInParts(lines: readonly string[], most: number): string[][] | null {
  const parts: string[][] = [[]]
  let size = 0
  for (const line of lines) {
    const length = line.length + 1
    if (length > most) return null
    if (size + length > most) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(line)
    size += length
  }
  return parts
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
