import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startWorker } from '../../adapters/start-worker.ts'
import { namesIn, readAnyway } from '../../adapters/store/files.ts'
import { layout } from '../../adapters/store/layout.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import { readRequests } from '../../adapters/store/requests.ts'
import { count } from '../../messages.ts'
import type { Project } from '../compose.ts'
import type { Check, Problem } from './check.ts'

/** Requests in other worktrees that nobody is at work on; what is wrong here has checks of its own. */
export const worktreesCheck: Check = {
  name: 'worktrees',
  async look({ paths }) {
    const { commonDir } = paths
    const linked = (await namesIn(join(commonDir, 'worktrees'))).map(name =>
      join(commonDir, 'worktrees', name),
    )
    const others = [commonDir, ...linked].filter(gitDir => gitDir !== paths.gitDir)
    return (await Promise.all(others.map(gitDir => lookAt(paths, gitDir)))).flat()
  },
}

async function lookAt({ commonDir }: Project['paths'], gitDir: string): Promise<Problem[]> {
  const root = dirname((await readAnyway(join(gitDir, 'gitdir')))?.trim() ?? gitDir)
  const at = layout({ root, gitDir, commonDir })
  const waiting = await readRequests(at)
  if (waiting.length === 0 || (await heldBy(at.lock)) !== null) return []
  const what = `${count(waiting.length, 'request')} waiting in another worktree, and nobody is at work there`
  if (existsSync(root))
    return [
      {
        what,
        where: root,
        mend: { how: 'starts a worker there', act: async () => startWorker(root), unlocked: 'after' },
      },
    ]
  const hint =
    'It is gone from the disk. Its branch is held until it is reviewed elsewhere; forget it with: git worktree prune'
  return [{ what, where: root, hint }]
}
