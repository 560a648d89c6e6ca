import type { ChangedFile, ChangeStatus, Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'
import { hunksOf, isBinaryPatch, splitPatch } from './parse-patch.ts'
import { unveil } from './veiled-text.ts'

// Above this git itself treats a file as binary, so that one line of 50 MB is never read into memory.
const LARGEST_READ = '5m'

// Everything that a person's config could change about a diff is pinned: the same content must give the same hunks everywhere.
const PLAIN = [
  '-r',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  // A `.gitmodules` that says `ignore = all` would hide what it pulls in.
  '--ignore-submodules=none',
  '--ita-invisible-in-index',
]

/** The change between two commits or trees, file by file. Names come from the raw list, never out of the patch's headers. */
export async function changes(git: GitDoor, base: Oid, head: Oid): Promise<ChangedFile[]> {
  const [raw, patch] = await Promise.all([
    git.bytes(['diff-tree', '--raw', '-z', '--no-abbrev', ...PLAIN, base, head, '--']),
    git.bytes([
      ...['-c', `core.bigFileThreshold=${LARGEST_READ}`, '-c', 'diff.suppressBlankEmpty=false'],
      ...[
        'diff-tree',
        '-p',
        '-U3',
        '--diff-algorithm=myers',
        '--no-indent-heuristic',
        '--inter-hunk-context=0',
      ],
      ...[...PLAIN, base, head, '--'],
    ]),
  ])
  const sections = splitPatch(patch.toString('utf8'))
  const files = parseRaw(raw).map(entry => {
    // A file that became a link (or the reverse) is shown as a deletion and an addition: the second one is what is there now.
    const patches = sections.splice(0, entry.status === 'retyped' ? 2 : 1)
    return { entry, patch: patches.at(-1) ?? '' }
  })
  const changed: ChangedFile[] = []
  for (const { entry, patch } of files) {
    const { path, status, mode, oldMode } = entry
    changed.push({ path, status, mode, oldMode, ...(await contentOf(git, entry, patch)) })
  }
  return changed
}

interface RawEntry extends Pick<ChangedFile, 'path' | 'status' | 'mode' | 'oldMode'> {
  oldOid: Oid
  oid: Oid
}

const STATUS: Record<string, ChangeStatus> = { A: 'added', M: 'modified', D: 'deleted', T: 'retyped' }

/** `:100644 100755 <oid> <oid> M\0path\0`, one after the other. */
function parseRaw(raw: Buffer): RawEntry[] {
  const fields = raw.toString('utf8').split('\0')
  const entries: RawEntry[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', mode = '', oldOid = '', oid = '', status = ''] = (fields[at] ?? '')
      .slice(1)
      .split(' ')
    const there = (value: string) => (/^0+$/.test(value) ? null : value)
    entries.push({
      path: fields[at + 1] ?? '',
      status: STATUS[status] ?? 'modified',
      mode: there(mode),
      oldMode: there(oldMode),
      oldOid,
      oid,
    })
  }
  return entries
}

async function contentOf(
  git: GitDoor,
  entry: RawEntry,
  patch: string,
): Promise<Pick<ChangedFile, 'content' | 'hunks'>> {
  const mode = entry.mode ?? entry.oldMode
  if (mode === '120000' || mode === '160000') return { content: 'link', hunks: hunksOf(patch) }
  if (isBinaryPatch(patch)) return unveil(git, entry)
  return { content: 'text', hunks: hunksOf(patch) }
}
