import { join } from 'node:path'
import type { GhostKind } from '../../domain/ghost.ts'
import type { CaptureReason, Ghost } from '../../ports.ts'
import { closeCheckout, temporaryCheckout } from './checkouts.ts'
import type { GitDoor } from './door.ts'
import { gatherWork, type Work } from './gather-work.ts'
import { keepGhost, surroundings } from './keep-ghost.ts'
import type { RepositoryPaths } from './locate.ts'
import { withOwnIndex } from './own-index.ts'

interface Capturing {
  git: GitDoor
  paths: RepositoryPaths
  what: GhostKind
  reason: CaptureReason
}

/** Uncommitted work as a commit on no branch, made with an index of our own: the person's stays as it is. */
export function capture({ git, paths, what, reason }: Capturing): Promise<Ghost | null> {
  return withOwnIndex(paths, async index => {
    const [work, around] = await Promise.all([gatherWork({ git, paths, what, index }), surroundings(git)])
    return keepGhost({ git, paths, what, reason, work, around })
  })
}

/** As it is on disk now, for comparing only: what git writes for it is thrown away, and never in the repository. */
export async function workNow(git: GitDoor, paths: RepositoryPaths): Promise<Work> {
  const folder = await temporaryCheckout(paths)
  const objects = {
    GIT_OBJECT_DIRECTORY: folder,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(paths.commonDir, 'objects')),
  }
  try {
    return await withOwnIndex(paths, index => gatherWork({ git, paths, what: 'dirty', index, objects }))
  } finally {
    await closeCheckout(paths, folder)
  }
}
