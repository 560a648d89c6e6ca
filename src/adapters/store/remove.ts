import { randomBytes } from 'node:crypto'
import { rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Removal } from '../../domain/retention.ts'
import { codeOf } from './files.ts'
import type { Layout } from './layout.ts'

/** One thing at a time, whole or not at all: a record of which a part is missing would be a damaged one. */
export async function remove(at: Layout, { kind, path }: Removal): Promise<void> {
  const aside = join(at.shared, `.tmp-${process.pid}-${randomBytes(6).toString('hex')}`)
  // Another worktree may be cleaning up as well.
  if (kind === 'review') await rename(path, aside).catch(ignoreGone)
  await rm(kind === 'review' ? aside : path, { recursive: true, force: true })
  // Refused while something is left in there.
  if (kind === 'result' || kind === 'edge' || kind === 'branch') await rmdir(dirname(path)).catch(() => {})
}

function ignoreGone(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
