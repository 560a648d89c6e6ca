import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for what a CLI wants to have in files; beside the export, so that the model does not find it there. */
export async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wingman-agent-'))
  try {
    return await use(folder)
  } finally {
    // The answer stands, even if a folder stays behind.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}
