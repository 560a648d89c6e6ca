import { quickStandpoint } from '../adapters/git/locate.ts'
import type { Project } from './compose.ts'

/**
 * The branch that HEAD is on, by the name that hooks and reviews know it by; null when it is detached. Git is asked only where the
 * files do not say it: refs in a table, a branch that is another name for one.
 */
export async function headBranch({ paths, ports }: Project): Promise<string | null> {
  const quick = quickStandpoint(paths)
  return quick ? quick.ref : ports.git.symbolic('HEAD')
}
