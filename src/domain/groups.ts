/** What goes out together: whole files where they fit, else some of a file's hunks. */
export interface Piece {
  path: string
  /** As it is shown. */
  text: string
  hunks: string[]
}

/**
 * Pieces in the order of their paths, as many together as fit. Where a group is at least half full it also ends before a path
 * that the path itself chooses: an edit in one place then moves no border far away, and what did not change is not asked again.
 */
export function groupPieces<P extends Pick<Piece, 'path' | 'text'>>(
  pieces: readonly P[],
  most: number,
): P[][] {
  const groups: P[][] = []
  let group: P[] = []
  let size = 0
  for (const piece of pieces.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const isFull = size + piece.text.length > most
    const isBorder = size > most / 2 && chooses(piece.path)
    if (group.length > 0 && (isFull || isBorder)) {
      groups.push(group)
      group = []
      size = 0
    }
    group.push(piece)
    size += piece.text.length
  }
  return group.length > 0 ? [...groups, group] : groups
}

/** One path in four, by a sum over its letters: always the same. */
function chooses(path: string): boolean {
  let sum = 7
  for (let at = 0; at < path.length; at++) sum = (sum * 31 + path.charCodeAt(at)) % 65_521
  return sum % 4 === 0
}
