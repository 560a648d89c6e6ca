import type { Standpoint } from './epoch.ts'

/** What was noted of where HEAD stands, and how things are now. */
export interface MoveFacts {
  /** Where a hook or a review last knew HEAD to be; `damaged` when that cannot be read, null when nobody noted it yet. */
  noted: Standpoint | 'damaged' | null
  here: Standpoint
  /** Within a rebase or an `am`: HEAD is not where it will end. */
  isMidway: boolean
  /** A request waits that will be answered by a review of this tip. */
  isAskedFor: boolean
  /** The last review of the branch was of this very commit. */
  isReviewed: boolean
}

/**
 * What to do about a HEAD that is elsewhere than was noted: no hook told of it (`am`, `reset`, `update-ref`, `branch -m`, a rebase
 * that made no commit). `ask` leaves a request, `note` only keeps where it stands, `leave` does nothing. A note that cannot be read
 * asks: what is known by its content costs nothing.
 */
export function aboutTheMove({
  noted,
  here,
  isMidway,
  isAskedFor,
  isReviewed,
}: MoveFacts): 'ask' | 'note' | 'leave' {
  if (here.commit === null || isMidway || isAskedFor || isSame(noted, here)) return 'leave'
  return noted === null || isReviewed ? 'note' : 'ask'
}

const isSame = (noted: MoveFacts['noted'], here: Standpoint): boolean =>
  noted !== null && noted !== 'damaged' && noted.commit === here.commit && noted.ref === here.ref

/** One line, which sh writes as well: the commit, and the branch or `-`. */
export const notedText = ({ ref, commit }: Standpoint): string => `${commit ?? '-'} ${ref ?? '-'}\n`

export function parseNoted(text: string): Standpoint | 'damaged' {
  const [, commit, ref] = /^([0-9a-f]{40,64}) (\S+)\n$/.exec(text) ?? []
  return commit && ref ? { commit, ref: ref === '-' ? null : ref } : 'damaged'
}
