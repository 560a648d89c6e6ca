import type { KnownGhost } from '../adapters/git/read-ghosts.ts'
import { oneLine } from '../domain/plain-text.ts'
import { short } from '../domain/snapshot.ts'
import { branchOf, count } from '../messages.ts'

/** For scripts: what the note says, beside what the ref says. */
export const asDocument = ({ id, commit, tree, note, unreadable }: KnownGhost) => ({
  id,
  commit,
  tree,
  note,
  unreadable,
})

export function whereFrom({ note, base }: KnownGhost): string {
  if (note?.branch) return branchOf({ branch: note.branch, commit: '' })
  return base ? `${short(base)} (detached)` : 'no commit yet'
}

export const filesOf = ({ note }: KnownGhost): string => (note ? count(note.files, 'file') : '')

export const kindOf = ({ note }: KnownGhost): string => note?.what ?? ''

export const triggerOf = ({ note, unreadable }: KnownGhost): string =>
  note ? note.trigger : oneLine(unreadable ?? '')

const UNITS = [
  [24 * 3_600_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** "3 d ago"; what bears a time that is still to come has no age. */
export function ageOf(at: number, now: number): string {
  const [length, unit] = UNITS.find(([ms]) => now - at >= ms) ?? [1000, 's']
  return at > now + 1000 ? 'in the future' : `${Math.max(0, Math.floor((now - at) / length))} ${unit} ago`
}
