import { asciiJson, jsonBelow } from './ascii-json.ts'
import type { Epoch } from './epoch.ts'
import { type Oid, short } from './snapshot.ts'
import { TRIGGERS } from './trigger.ts'

/** Why a ghost was made: what started the review of it, or a restore that can be taken back with it. */
export const GHOST_TRIGGERS = [...TRIGGERS, 'restore'] as const
export type GhostTrigger = (typeof GHOST_TRIGGERS)[number]

export const GHOST_KINDS = ['staged', 'dirty'] as const
export type GhostKind = (typeof GHOST_KINDS)[number]

/** What a ghost knows about itself. It stands in the commit's message, so that the ref alone is enough. */
export interface GhostNote {
  version: 1
  /** `staged`: what the index held. `dirty`: everything that is not committed. */
  what: GhostKind
  trigger: GhostTrigger
  takenAt: string
  /** The commit it was made on top of; null before the first one. */
  base: Oid | null
  /** The full name; null on a detached HEAD. */
  branch: string | null
  /** The one that held after the work was read. */
  epoch: Epoch
  /** The top of the working tree it is of. */
  worktree: string
  /** The agent session it came from. */
  session: string | null
  /** How many differ from the base. */
  files: number
  /** Repositories that stand in the tree and are no submodules: their files are not in it. */
  leftOut: string[]
}

export const GHOST_REFS = 'refs/wingman/snapshots/'

/** Sorts by time; its end is the commit's, which holds the worktree, so no two worktrees ever have the same one. */
export function ghostId(at: Date, commit: Oid): string {
  const time = at.toISOString().replace(/[-:.Z]/g, '')
  return `${time.replace('T', '-')}-${short(commit)}`
}

export const ghostMessage = (note: GhostNote): string => `wingman: ${note.what} work\n\n${asciiJson(note)}\n`

/** The note as it was written, unchecked: see ghost.schema.ts. Undefined where there is none. */
export const noteIn = jsonBelow

/** What makes work the same work, if the tree and the base are the same too. */
export type WorkPlace = Pick<GhostNote, 'worktree' | 'branch'>

/** Read by hand: whoever captures must not wait for a schema library. What is damaged is of no place. */
export function placeIn(message: string): WorkPlace | null {
  const note = noteIn(message) as Partial<GhostNote> | null | undefined
  if (note?.version !== 1 || typeof note.worktree !== 'string') return null
  return { worktree: note.worktree, branch: typeof note.branch === 'string' ? note.branch : null }
}
