import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startWorker } from '../../adapters/start-worker.ts'
import { namesIn, readIfThere } from '../../adapters/store/files.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import { setAside } from '../../adapters/store/set-aside.ts'
import { parseRequest } from '../../domain/request.ts'
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
    const unreadable = settled.filter(({ isRequest }) => !isRequest)
    const orphaned = settled.filter(({ isRequest }) => isRequest)
    const problems: Problem[] = unreadable.map(({ path }) => ({
      what: 'a request cannot be read, so nobody answers it',
      where: path,
      hint: 'Then review what it may have been about: `wingman run review`.',
      mend: { how: 'sets it aside', act: () => setAside(at, path) },
    }))
    if (orphaned.length > 0 && (await heldBy(at.lock)) === null)
      problems.push({
        what: `${count(orphaned.length, 'request')} waiting, and nobody is at work`,
        where: at.queue,
        mend: { how: 'starts a worker', act: async () => startWorker(paths.root) },
      })
    return problems
  },
}

async function settledRequests({ at, ports }: Project) {
  const found: { path: string; isRequest: boolean }[] = []
  for (const name of await namesIn(at.queue)) {
    const path = join(at.queue, name)
    const info = await stat(path).catch(() => null)
    if (!info || ports.clock.now().getTime() - info.mtimeMs < SETTLED_MS) continue
    const text = info.isFile() ? await readIfThere(path) : ''
    if (text !== null) found.push({ path, isRequest: parseRequest(name, text) !== null })
  }
  return found
}
