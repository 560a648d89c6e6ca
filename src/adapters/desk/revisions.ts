import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { readIfThere } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'

// How often an agent was kept going at the end of its turn, since a review was clean: a line with the branch for each time. Not
// synced to the disk, since the person waits; once too often after a power cut does no harm.

export const revisionsOn = async (at: Layout, ref: string | null): Promise<number> =>
  (await lines(at)).filter(line => line === (ref ?? '-')).length

export const addRevision = ({ revisions }: Layout, ref: string | null): void =>
  appendFileSync(revisions, `${ref ?? '-'}\n`)

export async function endRevisions(at: Layout, ref: string | null): Promise<void> {
  const all = await lines(at)
  const left = all.filter(line => line !== (ref ?? '-'))
  if (left.length === 0) rmSync(at.revisions, { force: true })
  else if (left.length < all.length) writeFileSync(at.revisions, `${left.join('\n')}\n`)
}

const lines = async ({ revisions }: Layout): Promise<string[]> =>
  ((await readIfThere(revisions)) ?? '').split('\n').filter(Boolean)
