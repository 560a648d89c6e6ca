import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const CHUNK = 256 * 1024
/** What an agent read or wrote stands in a line as well, and nobody looks for that. */
const LONGEST_LINE = 1024 * 1024

/** Lines of a file, the last one first, out of its last `limit` bytes. A log of days is not read to its beginning. */
export function* linesFromEnd(path: string, limit: number): Generator<string> {
  // A pipe in its place would be waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const info = fstatSync(file)
    if (info.isFile()) yield* linesIn(file, info.size, limit)
  } finally {
    closeSync(file)
  }
}

function* linesIn(file: number, size: number, limit: number): Generator<string> {
  const first = Math.max(0, size - limit)
  // What is known of the line whose beginning was not come to yet; null once it is too long.
  let rest: Buffer[] | null = []
  for (let at = size; at > first; ) {
    const chunk = read(file, Math.max(first, at - CHUNK), at)
    at = Math.max(first, at - CHUNK)
    let end = chunk.length
    for (let newline = lastNewline(chunk, end); newline >= 0; newline = lastNewline(chunk, end)) {
      if (rest) yield Buffer.concat([chunk.subarray(newline + 1, end), ...rest]).toString('utf8')
      rest = []
      end = newline
    }
    rest = rest && extended(rest, chunk.subarray(0, end))
  }
  // Without its beginning a line is none.
  if (first === 0 && rest) yield Buffer.concat(rest).toString('utf8')
}

function extended(rest: readonly Buffer[], begin: Buffer): Buffer[] | null {
  const length = begin.length + rest.reduce((sum, piece) => sum + piece.length, 0)
  return length > LONGEST_LINE ? null : [begin, ...rest]
}

// A negative place would be counted from the end.
const lastNewline = (chunk: Buffer, end: number): number => (end === 0 ? -1 : chunk.lastIndexOf(10, end - 1))

/** It may have been cut off meanwhile. */
function read(file: number, from: number, to: number): Buffer {
  const chunk = Buffer.alloc(to - from)
  return chunk.subarray(0, readSync(file, chunk, 0, chunk.length, from))
}
