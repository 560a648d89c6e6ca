import { languageOf } from '../../domain/language.ts'
import type { ChangedFile, ChangeStatus, HunkLine, Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'
import { hunksOf } from './parse-patch.ts'

/** A file that git will not show as text, because of its size, of a NUL in it, or because an attribute says so. */
export interface Veiled {
  path: string
  status: ChangeStatus
  oldOid: Oid
  oid: Oid
}

type Content = Pick<ChangedFile, 'content' | 'hunks'>

// Where git looks for a NUL.
const HEAD_BYTES = 8_000
const LARGEST_READ_BYTES = 5 * 1024 * 1024

/** What is really in it: neither an attribute nor a NUL in a comment hides code from those who review it. */
export async function unveil(git: GitDoor, file: Veiled): Promise<Content> {
  // Whatever it was, nothing of it is left to be read.
  if (file.status === 'deleted') return { content: 'binary', hunks: [] }
  const head = await git.bytes(['cat-file', 'blob', file.oid], { most: HEAD_BYTES })
  if (!isText(file.path, head)) return { content: 'binary', hunks: [] }
  const sizes = await Promise.all([file.oid, file.oldOid].map(oid => sizeOf(git, oid)))
  if (sizes.some(size => size > LARGEST_READ_BYTES)) return { content: 'large', hunks: [] }
  const hunks = file.status === 'modified' ? await changedHunks(git, file) : await addedHunks(git, file)
  return { content: 'text', hunks }
}

/** By its name where that says how it will be read: an interpreter does not mind a NUL. */
function isText(path: string, head: Buffer): boolean {
  return languageOf(path) !== null || head.subarray(0, 2).toString() === '#!' || !head.includes(0)
}

async function sizeOf(git: GitDoor, oid: Oid): Promise<number> {
  const { code, stdout } = await git.attempt(['cat-file', '-s', oid])
  return code === 0 ? Number(stdout.toString()) : 0
}

/** Between the two contents alone: without a path no attribute applies. */
async function changedHunks(git: GitDoor, { oldOid, oid }: Veiled) {
  const flags = ['--text', '-U3', '--diff-algorithm=myers', '--no-indent-heuristic', '--inter-hunk-context=0']
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color']
  const settings = ['-c', 'diff.suppressBlankEmpty=false']
  return hunksOf(visible(await git.bytes([...settings, 'diff', ...flags, ...plain, oldOid, oid, '--'])))
}

async function addedHunks(git: GitDoor, { oid }: Veiled) {
  const text = visible(await git.bytes(['cat-file', 'blob', oid]))
  const lines = text.replace(/\n$/, '').split('\n')
  const added = lines.map(
    (line, at): HunkLine => ({ kind: 'added', text: line.replace(/\r$/, ''), line: at + 1 }),
  )
  return [{ start: 1, lines: added }]
}

// Without them, and without the mark at its beginning, ASCII in UTF-16 reads as what it says, too.
const visible = (content: Buffer): string =>
  content
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/^([-+ ]?)\ufffd\ufffd/gm, '$1')
