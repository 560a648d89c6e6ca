/** A git object id, 40 or 64 hex digits. */
export type Oid = string

/** Where wingman came: history up to there is never asked for. From the beginning, all of it is. */
export type Adopted = Oid | 'the beginning'

/** The immutable *what*: a commit and its base. */
export interface Snapshot {
  commit: Oid
  tree: Oid
  /** A commit, or the empty tree for a history that has no parent. */
  base: Oid
  baseTree: Oid
  /** How the base is called by people: `main`, `origin/main`, a short id. */
  baseName: string
  branch: string | null
  /** `ghost`: made from uncommitted work, on no branch. */
  kind: 'commit' | 'ghost'
  /** Of the raw diff between base and commit: the same content has the same digest, whatever the commit is called. */
  digest: string
  /** For the banner: how many commits, and how many files are not committed. */
  commits: number
  uncommitted: number
}

export type ChangeStatus = 'added' | 'modified' | 'deleted' | 'retyped'

/** One file of the change, as the diff shows it. */
export interface ChangedFile {
  path: string
  status: ChangeStatus
  /** `100644`, `100755`, `120000` (symlink), `160000` (submodule); null on the side where it is not there. */
  mode: string | null
  oldMode: string | null
  /** `text` has hunks. `large` is text that was too big to read, `binary` is not text, `link` a symlink or a submodule. */
  content: 'text' | 'binary' | 'large' | 'link'
  hunks: Hunk[]
}

export interface Hunk {
  /** The line in the new file at which the hunk begins. */
  start: number
  lines: HunkLine[]
}

export interface HunkLine {
  kind: 'added' | 'removed' | 'kept'
  text: string
  /** In the new file; for a removed line, the line it would stand before. */
  line: number
}

export function addedLines(file: ChangedFile): HunkLine[] {
  return file.hunks.flatMap(hunk => hunk.lines.filter(line => line.kind === 'added'))
}

/** What stands below a root commit. Every git knows it without having it, in either kind of repository. */
export function emptyTreeLike(oid: Oid): Oid {
  return oid.length === 64
    ? '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
    : '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
}

/** For people: ten digits are enough to be read and to be unique. */
export const short = (oid: Oid): string => oid.slice(0, 10)
