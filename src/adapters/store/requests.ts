import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRequest, type ReviewRequest, requestText } from '../../domain/request.ts'
import { namesIn, readAnyway } from './files.ts'
import type { Layout } from './layout.ts'
import { makeFolder } from './make-folder.ts'

/** As a hook's sh does it: what has its last line is whole, and the same process asks once for one commit. */
export async function leaveRequest(
  at: Pick<Layout, 'queue'>,
  request: Omit<ReviewRequest, 'id'>,
): Promise<void> {
  makeFolder(at.queue)
  await writeFile(join(at.queue, `${request.commit}.${process.pid}`), requestText(request))
}

/** Oldest first, by the time they were left; a file without its end mark is still being written, and is no request yet. */
export async function readRequests(at: Pick<Layout, 'queue'>): Promise<ReviewRequest[]> {
  const found: { request: ReviewRequest; left: number }[] = []
  for (const name of await namesIn(at.queue)) {
    const path = join(at.queue, name)
    // Something else in its place is no request, and must not keep the others from being read.
    const [text, info] = await Promise.all([readAnyway(path), stat(path).catch(() => null)])
    const request = text === null ? null : parseRequest(name, text)
    if (request && info) found.push({ request, left: info.mtimeMs })
  }
  return found.sort((a, b) => a.left - b.left).map(({ request }) => request)
}
