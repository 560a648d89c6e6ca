import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Amount } from '../../src/domain/budget.ts'
import type { ChangedFile, Snapshot } from '../../src/domain/snapshot.ts'
import type { Background, ReviewWork, Workplaces } from '../../src/ports.ts'

export interface TestWork extends ReviewWork {
  /** What it said, line by line. */
  said: string[]
  /** The kinds of workplaces it opened, and how many it closed. */
  opened: string[]
  closed(): number
}

export interface TestWorkOptions extends Partial<ReviewWork> {
  unchanged?: boolean
}

/** What a reviewer is handed, with a plain folder for a workplace. */
export function reviewWork(dir: string, { unchanged = true, ...given }: TestWorkOptions = {}): TestWork {
  const said: string[] = []
  const opened: string[] = []
  let closed = 0
  const workplaces: Workplaces = {
    open: async (_, kind) => {
      opened.push(kind)
      return { dir, unchanged: async () => unchanged, close: async () => void closed++ }
    },
  }
  return {
    snapshot,
    files: [changedFile('src/a.ts', ['const a = 1'])],
    ignored: [],
    messages: [],
    read: async path => (existsSync(join(dir, path)) ? readFileSync(join(dir, path)) : null),
    ...untold(),
    workplaces,
    signal: new AbortController().signal,
    say: line => void said.push(line),
    said,
    opened,
    closed: () => closed,
    ...given,
  }
}

/** A file that the change adds, line by line. */
export function changedFile(
  path: string,
  added: readonly string[],
  more: Partial<ChangedFile> = {},
): ChangedFile {
  const lines = added.map((text, index) => ({ kind: 'added' as const, text, line: index + 1 }))
  const hunks = lines.length > 0 ? [{ start: 1, lines }] : []
  return { path, status: 'added', mode: '100644', oldMode: null, content: 'text', hunks, ...more }
}

const oid = (digit: string): string => digit.repeat(40)

const snapshot: Snapshot = {
  commit: oid('a'),
  tree: oid('b'),
  base: oid('c'),
  baseTree: oid('d'),
  baseName: 'main',
  branch: 'topic',
  kind: 'commit',
  digest: 'e'.repeat(64),
  commits: 1,
  uncommitted: 0,
}

export const NOTHING_KNOWN: Background = {
  prompts: [],
  task: null,
  projectFiles: [],
  commands: [],
  earlier: [],
}

/** What only models ask for: nothing is known, everything may be spent, what is answered is kept for this work alone. */
function untold() {
  const kept = new Map<string, unknown>()
  return {
    readBase: async () => null,
    background: async () => NOTHING_KNOWN,
    room: { diff: 15_000, rest: 12_000 },
    focus: null,
    fresh: false,
    answers: {
      answer: async (key: string) => kept.get(key) ?? null,
      keepAnswer: async (key: string, answer: unknown) => void kept.set(key, answer),
    },
    reserve: async (_: string, [amount = { dollars: 0, tokens: 0 }]: readonly Amount[]) => ({
      amount,
      settle: async () => {},
    }),
    spent: () => {},
  }
}

/** Work for a reviewer that only reads the diff: everything else refuses. */
export const workOn = (files: ChangedFile[], more: Partial<ReviewWork> = {}): ReviewWork => ({
  snapshot,
  files,
  ignored: [],
  messages: [],
  read: async () => refuse(),
  ...untold(),
  workplaces: { open: async () => refuse() },
  signal: new AbortController().signal,
  say: () => {},
  ...more,
})

function refuse(): never {
  throw new Error('only the diff may be read')
}
