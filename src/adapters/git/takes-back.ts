import type { Oid } from '../../domain/snapshot.ts'
import { type FileChange, type Span, showsAll } from '../../domain/taken-back.ts'
import type { GitDoor } from './door.ts'
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
  return shown === null || real === null || !showsAll(shown, real)
}

async function hasOthersWork(git: GitDoor, base: Oid, there: Oid): Promise<boolean> {
  const mine = myAddress(git)
  const isCommit = git.ask(['rev-parse', '--verify', '-q', '--end-of-options', `${base}^{commit}`]).code === 0
  const args = ['log', '-z', '--no-show-signature', '--no-color', '--format=%ce', there]
  const committers = (await git.bytes([...args, ...(isCommit ? [`^${base}`] : []), '--'])).toString()
  return committers.split('\0').some(address => address !== '' && address !== mine)
}

const myAddress = (git: GitDoor): string =>
  process.env.GIT_COMMITTER_EMAIL ?? git.ask(['config', '--get', 'user.email']).stdout.toString().trim()

async function changesTo(git: GitDoor, from: Oid, commit: Oid): Promise<FileChange[] | null> {
  const args = ['diff-tree', '-r', ...PINNED, '--unified=0', from, commit, '--']
  const patch = await git.bytes(args, { most: MOST })
  if (patch.length >= MOST) return null
  return patch
    .toString('latin1')
    .split(/(?<![^\n])(?=diff --git )/)
    .filter(part => part.startsWith('diff --git '))
    .map(changeIn)
}

/** Between two commits a file has one name, so git's line of it says which file that is. */
function changeIn(part: string): FileChange {
  const [file = ''] = part.split('\n', 1)
  const spans = [...part.matchAll(/(?<![^\n])@@ -\S+ \+(\d+)(?:,(\d+))? @@/g)].map(([, start, count]) =>
    spanOf(Number(start), count === undefined ? 1 : Number(count)),
  )
  return { file, changesMode: /(?<![^\n])new mode /.test(part), spans }
}

/** Git names the line before it where nothing stands any more. */
const spanOf = (start: number, count: number): Span =>
  count === 0 ? { after: start, upTo: start } : { after: start - 1, upTo: start - 1 + count }
