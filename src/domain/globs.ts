// Lists of globs in the order they were written. One that begins with `!` takes away again what those before it named.

export const isNegated = (glob: string): boolean => /^!(?!\()/.test(glob)

/** A list that begins by taking away takes it from everything. */
export const inOrder = (globs: readonly string[]): readonly string[] =>
  globs[0] !== undefined && isNegated(globs[0]) ? ['**', ...globs] : globs

/** Really everything: `**`, and nothing taken away after it. */
export const isEverything = (globs: readonly string[]): boolean =>
  globs.includes('**') && globs.lastIndexOf('**') > globs.findLastIndex(isNegated)

/** What one list names and another does not, in words: what was named and is not, and what is taken away there. */
export function noLongerNamed(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [inOrder(before), inOrder(after)]
  if (isEverything(is)) return []
  const taken = was.findIndex(isNegated)
  // `**` stands for all of them, but not for one that was named again after others were taken away.
  const isCovered = (at: number) => is.includes('**') && (taken < 0 || at < taken)
  const gone = was.filter((glob, at) => !isNegated(glob) && !is.includes(glob) && !isCovered(at))
  const takenAway = is.filter(glob => isNegated(glob) && !was.includes(glob)).map(glob => glob.slice(1))
  if (gone.length + takenAway.length === 0)
    return isReordered(was, is) ? ['that it did: their order is another'] : []
  return [...gone, ...takenAway].map(glob => `\`${glob}\``)
}

/** The same words in another order may take away more. */
const isReordered = (was: readonly string[], is: readonly string[]): boolean =>
  is.some(isNegated) &&
  was.filter(glob => is.includes(glob)).join('\n') !== is.filter(glob => was.includes(glob)).join('\n')
