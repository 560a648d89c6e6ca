import { pushWords } from '../domain/push-words.ts'

export interface ShipArgs {
  json: boolean
  /** Our own words, for the parser. */
  ours: string[]
  /** For `git push`, in their order. */
  push: string[]
}

/**
 * Ours are `--json`, `--log-level` and `--help`, where git push would read an option. Everything else is git's as it was typed: the
 * value of one of its options, and all that stands behind `--` or `--end-of-options`.
 */
export function shipArgs(words: readonly string[]): ShipArgs {
  const ours: string[] = []
  const push: string[] = []
  let rest = [...words]
  while (rest.length > 0) {
    // In front of everything of git's it says where ours end; git has no use for it.
    if (rest[0] === '--' && push.length === 0) return shipped(ours, rest.slice(1))
    const mine = ourWords(rest)
    const size = mine || gitWords(rest)
    ;(mine > 0 ? ours : push).push(...rest.slice(0, size))
    rest = rest.slice(size)
  }
  return shipped(ours, push)
}

const shipped = (ours: string[], push: string[]): ShipArgs => ({ json: ours.includes('--json'), ours, push })

/** How many of ours stand in front. */
function ourWords([word = '']: readonly string[]): number {
  if (word === '--log-level') return 2
  return ['--json', '--help', '-h'].includes(word) || word.startsWith('--log-level=') ? 1 : 0
}

/** How many of git's belong together: an option and its value, or everything from where its options end. */
function gitWords(words: readonly string[]): number {
  const [first, second] = pushWords(words)
  if (first?.role === 'end') return words.length
  return second?.role === 'value' ? 2 : 1
}

/** The words behind `ship` in a whole command line. */
export function behindShip(args: readonly string[]): string[] {
  return args.slice(args.indexOf('ship') + 1)
}

/** Which command it is: in front of it only `--log-level` may stand. */
export function isShip(args: readonly string[]): boolean {
  const at = args.indexOf('ship')
  return at >= 0 && args.slice(0, at).every((arg, i) => arg.startsWith('--') || args[i - 1] === '--log-level')
}

/** Whether a document is asked for: a word of git's is no wish of anybody here. */
export const wantsJson = (args: readonly string[]): boolean =>
  isShip(args) ? shipArgs(behindShip(args)).json : args.includes('--json')
