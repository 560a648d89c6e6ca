import { existsSync } from 'node:fs'
import { startWorker } from '../../adapters/start-worker.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import { readRequests } from '../../adapters/store/requests.ts'
import { count } from '../../messages.ts'
import { allWorktrees } from '../all-worktrees.ts'
import type { Check, Problem } from './check.ts'

/** Requests in other worktrees that nobody is at work on; what is wrong here has checks of its own. */
export const worktreesCheck: Check = {
  name: 'worktrees',
  async look({ paths }) {
    const [, ...others] = await allWorktrees(paths)
    return (await Promise.all(others.map(lookAt))).flat()
  },
}

async function lookAt(at: Layout): Promise<Problem[]> {
  const { root } = at
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
