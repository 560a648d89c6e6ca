/** A change of one file, as far as it matters where in the new file it lies. */
export interface FileChange {
  /** The same for the same file in every patch that leads to one commit. */
  file: string
  changesMode: boolean
  /** From the line after which it begins to the one with which it ends; the same number where lines only went. */
  spans: readonly Span[]
}

export interface Span {
  after: number
  upTo: number
}

/**
 * Of two patches that lead to one commit, whether the second one shows everything that the first one changes. What it does not
 * show is as it was at its own base: whoever looked at the second patch has not seen that anything became of it.
 */
export function showsAll(shown: readonly FileChange[], real: readonly FileChange[]): boolean {
  const byFile = new Map(shown.map(change => [change.file, change]))
  return real.every(change => {
    const seen = byFile.get(change.file)
    if (!seen || (change.changesMode && !seen.changesMode)) return false
    return change.spans.every(span => isSeen(span, seen.spans))
  })
}

function isSeen({ after, upTo }: Span, seen: readonly Span[]): boolean {
  if (after === upTo) return seen.some(other => other.after <= after && after <= other.upTo)
  let reached = after
  for (const other of [...seen].sort((a, b) => a.after - b.after)) {
    if (other.after <= reached) reached = Math.max(reached, other.upTo)
  }
  return reached >= upTo
}
