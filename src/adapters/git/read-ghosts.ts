import { ghostNoteSchema } from '../../domain/ghost.schema.ts'
import { type GhostNote, noteIn } from '../../domain/ghost.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'
import { type DanglingRef, type GhostRef, ghostRefs } from './ghost-refs.ts'

/** A ghost with what it knows about itself. One without a note can still be looked at and restored. */
export interface KnownGhost {
  id: string
  commit: Oid
  tree: Oid
  /** What stands below it: a commit, or null. */
  base: Oid | null
  at: number
  note: GhostNote | null
  /** Why there is no note. */
  unreadable: string | null
}

export async function readGhosts(git: GitDoor): Promise<{ ghosts: KnownGhost[]; dangling: DanglingRef[] }> {
  const { ghosts, dangling } = await ghostRefs(git)
  return { ghosts: ghosts.map(known), dangling }
}

function known({ id, commit, tree, parents, at, message }: GhostRef): KnownGhost {
  return { id, commit, tree, base: parents[0] ?? null, at, ...readNote(message) }
}

function readNote(message: string): Pick<KnownGhost, 'note' | 'unreadable'> {
  const value = noteIn(message)
  const version = (value as { version?: unknown } | null | undefined)?.version
  if (version === undefined) return { note: null, unreadable: 'it says nothing about itself' }
  if (version !== 1)
    return {
      note: null,
      unreadable: `it has version ${JSON.stringify(version)}; this wingman reads version 1`,
    }
  const { success, data } = ghostNoteSchema.safeParse(value)
  return success ? { note: data, unreadable: null } : { note: null, unreadable: 'its note is damaged' }
}
