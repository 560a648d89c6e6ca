import { dirname, join } from 'node:path'
import type { RepositoryPaths } from '../adapters/git/locate.ts'
import { namesIn, readAnyway } from '../adapters/store/files.ts'
import { type Layout, layout } from '../adapters/store/layout.ts'

/** Every worktree of this clone, those that are gone from the disk too: each has a queue and a desk of its own. */
export async function allWorktrees({ root, gitDir, commonDir }: RepositoryPaths): Promise<Layout[]> {
  const linked = (await namesIn(join(commonDir, 'worktrees'))).map(name => join(commonDir, 'worktrees', name))
  const others = [commonDir, ...linked].filter(other => other !== gitDir)
  const elsewhere = await Promise.all(
    others.map(async other => layout({ root: await rootOf(other), gitDir: other, commonDir })),
  )
  return [layout({ root, gitDir, commonDir }), ...elsewhere]
}

/** Of the repository's own folder, or of a linked worktree's. */
export const rootOf = async (gitDir: string): Promise<string> =>
  dirname((await readAnyway(join(gitDir, 'gitdir')))?.trim() ?? gitDir)
