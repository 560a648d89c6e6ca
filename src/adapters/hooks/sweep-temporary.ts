import { join } from 'node:path'
import { namesIn } from '../store/files.ts'
import { processRuns } from '../store/process-identity.ts'
import { remove } from './file-change.ts'

/** Named by the process that writes it, beside what it becomes. */
const TEMPORARY = /^(?:\.tmp-(\d+)-[0-9a-f]{12}|resolved-config\.json\.(\d+)\.tmp)$/

/** What an install that was killed had no time to rename: it would lie in the person's tree. */
export async function sweepTemporary(folders: readonly string[]): Promise<void> {
  for (const folder of new Set(folders)) {
    for (const name of await namesIn(folder)) {
      const [, ...pids] = TEMPORARY.exec(name) ?? []
      const pid = pids.find(Boolean)
      if (pid && !processRuns(Number(pid))) await remove(join(folder, name))
    }
  }
}
