import type { Oid } from '../../domain/snapshot.ts'
import { type FileChange, type Hunk, takesBack as hides, type Span } from '../../domain/taken-back.ts'
import type { GitDoor } from './door.ts'
import { mergeBases } from './merge-bases.ts'
import { PINNED } from './patch-digest.ts'

/** Beyond this nobody compares line by line: such a change is taken for one that hides something. */
const MOST = 32 * 1024 * 1024

export interface TakesBack {
  /** The base of the review that speaks for the commit. */
  base: Oid
  /** What the remote has, above that base and below the commit. */
  there: Oid
  commit: Oid
  /** On another machine nobody knows whose work is one's own. */
  evenOwn?: boolean
}

/**
 * Whether a commit takes back what others brought, and the diff that was reviewed does not show it: a conflict that was settled
 * for one side is in no diff against an older base. What is one's own may be taken back.
 */
export async function takesBack(git: GitDoor, asked: TakesBack): Promise<boolean> {
  const { base, there, commit, evenOwn = false } = asked
  if (!evenOwn && !(await hasOthersWork(git, base, there))) return false
  const [shown, real] = await Promise.all([changesTo(git, base, commit), changesTo(git, there, commit)])
  if (shown === null || real === null) return true
  // In a row, everything there came after the base; and that is what it mostly is.
  if (!hides({ shown, real, brought: null })) return false
  return hides({ shown, real, brought: await broughtTo(git, base, there) })
}

/** Since the two parted; null for everything. */
async function broughtTo(git: GitDoor, base: Oid, there: Oid): Promise<FileChange[] | null> {
  const parted = isCommit(git, base) ? mergeBases(git, base, there) : []
  if (parted.length === 0 || parted.includes(base)) return null
  const brought = await Promise.all(parted.map(from => changesTo(git, from, there)))
  return brought.includes(null) ? null : sameFileOnce(brought.flatMap(changes => changes ?? []))
}

async function hasOthersWork(git: GitDoor, base: Oid, there: Oid): Promise<boolean> {
  const mine = myAddress(git)
  const args = ['log', '-z', '--no-show-signature', '--no-color', '--format=%ce', there]
  const committers = (
    await git.bytes([...args, ...(isCommit(git, base) ? [`^${base}`] : []), '--'])
  ).toString()
  return committers.split('\0').some(address => address !== '' && address !== mine)
}

/** Not the empty tree. */
const isCommit = (git: GitDoor, oid: Oid): boolean =>
  git.ask(['rev-parse', '--verify', '-q', '--end-of-options', `${oid}^{commit}`]).code === 0

const myAddress = (git: GitDoor): string =>
  process.env.GIT_COMMITTER_EMAIL ?? git.ask(['config', '--get', 'user.email']).stdout.toString().trim()

async function changesTo(git: GitDoor, from: Oid, commit: Oid): Promise<FileChange[] | null> {
  const args = ['diff-tree', '-r', ...PINNED, '--unified=0', from, commit, '--']
  const patch = await git.bytes(args, { most: MOST })
  if (patch.length >= MOST) return null
  const parts = patch
    .toString('latin1')
    .split(/(?<![^\n])(?=diff --git )/)
    .filter(part => part.startsWith('diff --git '))
  return sameFileOnce(parts.map(changeIn))
}

/** Without renames a file has one name, so git's line of it says which file that is. */
function changeIn(part: string): FileChange {
  const [file = ''] = part.split('\n', 1)
  const hunks = [...part.matchAll(/(?<![^\n])@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/g)].map(
    ([, from, gone, to, come]): Hunk => ({ was: spanOf(from, gone), is: spanOf(to, come) }),
  )
  const isOpaque = hunks.length === 0 && /(?<![^\n])index /.test(part)
  return { file, mode: modeIn(part), isOpaque, hunks }
}

function modeIn(part: string): FileChange['mode'] {
  if (/(?<![^\n])(?:new|deleted) file mode /.test(part)) return 'came or went'
  return /(?<![^\n])new mode /.test(part) ? 'changed' : 'kept'
}

/** Git names the line before it where nothing stands any more. */
function spanOf(start: string | undefined, count = '1'): Span {
  const [first, lines] = [Number(start), Number(count)]
  return lines === 0 ? { after: first, upTo: first } : { after: first - 1, upTo: first - 1 + lines }
}

/** A file that became a link is told of twice, and so is one that several patches change. */
function sameFileOnce(changes: readonly FileChange[]): FileChange[] {
  const once = new Map<string, FileChange>()
  for (const change of changes) {
    const known = once.get(change.file)
    once.set(change.file, known ? both(known, change) : change)
  }
  return [...once.values()]
}

const both = (one: FileChange, other: FileChange): FileChange => ({
  ...one,
  mode: one.mode === 'kept' ? other.mode : one.mode,
  isOpaque: one.isOpaque || other.isOpaque,
  hunks: [...one.hunks, ...other.hunks],
})
