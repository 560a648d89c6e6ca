export interface ShipArgs {
  json: boolean
  /** For `git push`, in their order. */
  push: string[]
}

/** What is ours among the words behind `ship`: everything else, and all that stands behind `--`, is for `git push`. */
export function shipArgs(words: readonly string[]): ShipArgs {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const behind = end < 0 ? [] : words.slice(end + 1)
  const level = before.indexOf('--log-level')
  const push = before.filter((word, at) => !isOurs(word) && (level < 0 || (at !== level && at !== level + 1)))
  return { json: before.includes('--json'), push: [...push, ...behind] }
}

const isOurs = (word: string): boolean => word === '--json' || word.startsWith('--log-level=')

/** The words behind `ship` in a whole command line. */
export function behindShip(args: readonly string[]): string[] {
  return args.slice(args.indexOf('ship') + 1)
}
