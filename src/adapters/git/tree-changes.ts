import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'

/** A name as git has it, one character for each byte: not every name is text, and none may be missed for that. */
export type BytePath = string

export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, 'latin1')

export const onDisk = (root: string, path: BytePath): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), bytesOf(path)])

/** For people. */
export const nameOf = (path: BytePath): string => bytesOf(path).toString()

export interface TreeChange {
  path: BytePath
  /** `A`, `D`, `M` or `T`. */
  status: string
  /** Null on the side where it is not there. */
  oldMode: string | null
  newMode: string | null
  newOid: Oid
}

/** Which paths differ between two trees, without a look at what is in them. */
export async function treeChanges(git: GitDoor, from: Oid, to: Oid): Promise<TreeChange[]> {
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none']
  const fields = (await git.bytes([...args, from, to, '--'])).toString('latin1').split('\0')
  return fields.flatMap((field, at) =>
    at % 2 === 0 && field !== '' ? changeIn(field, fields[at + 1] ?? '') : [],
  )
}

/** Of a submodule, on either side. */
export const isLink = ({ oldMode, newMode }: TreeChange): boolean => oldMode === LINK || newMode === LINK

const LINK = '160000'

/** `:100644 100755 <old> <new> M` */
function changeIn(field: string, path: BytePath): TreeChange {
  const [oldMode = '', newMode = '', , newOid = '', status = ''] = field.slice(1).split(' ')
  return { path, status, oldMode: modeOf(oldMode), newMode: modeOf(newMode), newOid }
}

const modeOf = (mode: string): string | null => (mode === '000000' ? null : mode)
