/** The verb of a git command: settings may stand in front of it. */
export const verbOf = (args: readonly string[]): string =>
  args.find((arg, at) => arg !== '-c' && args[at - 1] !== '-c' && !arg.startsWith('--config-env=')) ?? ''

/** These ask, and change nothing. Everything else writes. */
const READING = new Set([
  'cat-file',
  'check-attr',
  'check-ignore',
  'config',
  'diff',
  'diff-tree',
  'for-each-ref',
  'log',
  'ls-files',
  'ls-remote',
  'ls-tree',
  'merge-base',
  'remote',
  'rev-list',
  'rev-parse',
  'symbolic-ref',
  'var',
  'verify-commit',
  'version',
])

/** Some verbs ask or write by how they are called. */
const ASKING: Record<string, (words: readonly string[], args: readonly string[]) => boolean> = {
  config: (_, args) => args.some(arg => /^--(?:get|list)/.test(arg)),
  remote: words => words.length === 0 || words[0] === 'get-url',
  'symbolic-ref': (words, args) => words.length === 1 && !args.includes('--delete') && !args.includes('-d'),
}

export function onlyReads(args: readonly string[]): boolean {
  const verb = verbOf(args)
  // Some of those that print can be told to print into a file; git takes a beginning of the word as well.
  const paths = args.indexOf('--')
  if (args.slice(0, paths < 0 ? args.length : paths).some(arg => /^--outp/.test(arg))) return false
  return READING.has(verb) && (ASKING[verb]?.(wordsOf(args), args) ?? true)
}

interface Circumstances {
  env?: Record<string, string> | undefined
  input?: string | Buffer | undefined
}

type OursIf = (args: readonly string[], around: Circumstances) => boolean

const withOwnIndex: OursIf = (_, { env }) => env?.GIT_INDEX_FILE !== undefined

/** A place, and then refs of ours into refs of ours. */
const onlyOurRefs: (args: readonly string[]) => boolean = args => {
  const [, ...specs] = wordsOf(args)
  return specs.length > 0 && specs.every(spec => /^\+?refs\/wingman\/[^:]+:refs\/wingman\//.test(spec))
}

/** A place, and then refs that are to go into none. */
const noRefs = (args: readonly string[]): boolean => {
  const [, ...specs] = wordsOf(args)
  return (
    args.includes('--refmap=') && specs.length > 0 && specs.every(spec => /^refs\/heads\/[^:]+$/.test(spec))
  )
}

/** What may be written without the person noticing anything: objects, an index of our own, our refs and our checkouts. */
const OURS: Record<string, OursIf> = {
  add: withOwnIndex,
  'checkout-index': (args, around) =>
    withOwnIndex(args, around) &&
    (around.env?.GIT_WORK_TREE !== undefined || args.some(arg => arg.startsWith('--prefix=/'))),
  'commit-tree': () => true,
  fetch: args =>
    (onlyOurRefs(args) || noRefs(args)) &&
    ['--no-tags', '--no-write-fetch-head'].every(arg => args.includes(arg)),
  'hash-object': () => true,
  'merge-tree': () => true,
  push: args => onlyOurRefs(args),
  'read-tree': (args, around) => withOwnIndex(args, around) && !args.includes('-u'),
  'update-index': withOwnIndex,
  'update-ref': (args, { input }) =>
    args.includes('--stdin')
      ? `${input}`
          .split('\n')
          .every(line => line === '' || line === 'option no-deref' || /^\w+ refs\/wingman\//.test(line))
      : (wordsOf(args)[0]?.startsWith('refs/wingman/') ?? false),
  worktree: args => /[\\/]wingman-\w{6}[\\/]tree$/.test(wordsOf(args)[1] ?? ''),
  'write-tree': withOwnIndex,
}

export const onlyOurs: OursIf = (args, around) => OURS[verbOf(args)]?.(args, around) ?? false

/** Behind the verb, without options. */
const wordsOf = (args: readonly string[]): string[] =>
  args.slice(args.indexOf(verbOf(args)) + 1).filter(arg => !arg.startsWith('-'))
