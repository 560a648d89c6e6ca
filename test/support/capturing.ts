import { capture } from '../../src/adapters/git/capture.ts'
import { type GitDoor, openGit } from '../../src/adapters/git/door.ts'
import { requireRepository } from '../../src/adapters/git/locate.ts'
import type { GhostKind } from '../../src/domain/ghost.ts'
import type { CaptureReason, Ghost } from '../../src/ports.ts'
import type { TestRepository } from './repository.ts'

export const BECAUSE: CaptureReason = {
  trigger: 'explicit',
  at: new Date('2026-03-04T05:06:07.089Z'),
  session: null,
  epoch: async () => 7,
}

export const doorTo = ({ dir }: TestRepository): GitDoor => openGit(dir, async () => {})

export const captureIn = (
  repository: TestRepository,
  what: GhostKind,
  reason: Partial<CaptureReason> = {},
): Promise<Ghost | null> =>
  capture({
    git: doorTo(repository),
    paths: requireRepository(repository.dir),
    what,
    reason: { ...BECAUSE, ...reason },
  })

/** For where there must be one. */
export async function ghostOf(...args: Parameters<typeof captureIn>): Promise<Ghost> {
  const ghost = await captureIn(...args)
  if (!ghost) throw new Error('nothing was captured')
  return ghost
}

/** `mode path` of every entry. */
export const entriesOf = (repository: TestRepository, tree: string): string[] =>
  repository
    .git('ls-tree', '-r', '-z', tree)
    .split('\0')
    .filter(Boolean)
    .map(entry => entry.replace(/^(\d+) .*\t/s, '$1 '))

export const ghostRefNames = (repository: TestRepository): string[] =>
  repository.git('for-each-ref', '--format=%(refname)', 'refs/wingman/snapshots/').split('\n').filter(Boolean)
