import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRequest, type ReviewRequest } from '../../domain/request.ts'
import { namesIn, readAnyway } from './files.ts'
import type { Layout } from './layout.ts'

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
