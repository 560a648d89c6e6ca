/** A change of one file, as far as it matters where it lies. */
export interface FileChange {
  /** The same for the same file in every patch. */
  file: string
  mode: 'kept' | 'changed' | 'came or went'
  /** It shows no lines though the content is another: a binary file, an empty one. */
  isOpaque: boolean
  hunks: readonly Hunk[]
}

export interface Hunk {
  was: Span
  is: Span
}

/** From the line after which it begins to the one with which it ends; the same number where there are no lines of it. */
export interface Span {
  after: number
  upTo: number
}

export interface Compared {
  /** From the base of the review to the commit. */
  shown: readonly FileChange[]
  /** From what is there to the same commit. */
  real: readonly FileChange[]
  /** What came in there, where the base has not got it; null for everything. */
  brought: readonly FileChange[] | null
}

/**
 * Of two patches that lead to one commit, whether the second one changes what the first one does not show. There the commit is as
 * the base is: whoever looked at the first patch has not seen that anything became of it. Where the base went on by itself, that
 * matters only for what was brought in there; the rest has come with the base.
 */
export function takesBack({ shown, real, brought }: Compared): boolean {
  const seen = byFile(shown)
  const theirs = brought && byFile(brought)
  return real.some(change => {
    const hidden = unseenOf(change, seen.get(change.file))
    return hidden !== null && (theirs === null || concerns(hidden, theirs.get(change.file)))
  })
}

const byFile = (changes: readonly FileChange[]): ReadonlyMap<string, FileChange> =>
  new Map(changes.map(change => [change.file, change]))

/** Null when all of it is shown. */
function unseenOf(change: FileChange, seen: FileChange | undefined): FileChange | null {
  if (!seen) return change
  const hunks = change.hunks.filter(({ is }) => !isSeen(is, seen.hunks))
  const isModeSeen = change.mode !== 'changed' || seen.mode === 'changed'
  if (hunks.length === 0 && isModeSeen) return null
  return { ...change, hunks, mode: isModeSeen ? 'kept' : 'changed', isOpaque: false }
}

function isSeen({ after, upTo }: Span, hunks: readonly Hunk[]): boolean {
  const seen = hunks.map(({ is }) => is)
  if (after === upTo) return seen.some(other => other.after <= after && after <= other.upTo)
  let reached = after
  for (const other of [...seen].sort((a, b) => a.after - b.after)) {
    if (other.after <= reached) reached = Math.max(reached, other.upTo)
  }
  return reached >= upTo
}

function concerns(hidden: FileChange, theirs: FileChange | undefined): boolean {
  if (!theirs) return false
  if (hidden.isOpaque || theirs.isOpaque) return true
  if (hidden.mode !== 'kept' && theirs.mode !== 'kept') return true
  return hidden.hunks.some(({ was }) => theirs.hunks.some(({ is }) => touch(was, is)))
}

/** Side by side as well: of equal lines in a row nobody can say which one it was. */
const touch = (one: Span, other: Span): boolean => one.after <= other.upTo && other.after <= one.upTo
