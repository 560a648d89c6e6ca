import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startWorker } from '../../adapters/start-worker.ts'
import { namesIn, readAnyway } from '../../adapters/store/files.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import { setAside } from '../../adapters/store/set-aside.ts'
import { isNewerRequest, parseRequest } from '../../domain/request.ts'
import { count } from '../../messages.ts'
import type { Project } from '../compose.ts'
import type { Check, Problem } from './check.ts'

/** A hook may be writing a younger one, or its worker be on its way. */
const SETTLED_MS = 60_000

export const requestsCheck: Check = {
  name: 'requests',
  async look(project) {
    const { at, paths } = project
    const settled = await settledRequests(project)
    const orphaned = settled.filter(({ text, name }) => parseRequest(name, text) !== null)
    const unreadable = settled.filter(request => !orphaned.includes(request))
    const problems: Problem[] = unreadable.map(({ path, text }) => unreadableRequest(at, path, text))
    if (orphaned.length > 0 && (await heldBy(at.lock)) === null)
      problems.push({
        what: `${count(orphaned.length, 'request')} waiting, and nobody is at work`,
        where: at.queue,
        mend: { how: 'starts a worker', act: async () => startWorker(paths.root), unlocked: 'after' },
      })
    return problems
  },
}

function unreadableRequest(at: Project['at'], where: string, text: string): Problem {
  if (isNewerRequest(text))
    return { what: 'a request was left by a newer wingman', where, hint: 'Update git-wingman here.' }
  return {
    what: 'a request cannot be read, so nobody answers it',
    where,
    hint: 'Then review what it may have been about: `wingman run review`.',
    mend: { how: 'sets it aside', act: () => setAside(at, where) },
  }
}

async function settledRequests({ at, ports }: Project) {
  const found: { name: string; path: string; text: string }[] = []
  for (const name of await namesIn(at.queue)) {
    const path = join(at.queue, name)
    const info = await stat(path).catch(() => null)
    if (!info || ports.clock.now().getTime() - info.mtimeMs < SETTLED_MS) continue
    found.push({ name, path, text: (await readAnyway(path)) ?? '' })
  }
  return found
}
