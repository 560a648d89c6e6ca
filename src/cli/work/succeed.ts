import type { Lock } from '../../adapters/store/lock.ts'
import { endOrphans } from '../../adapters/store/progress.ts'
import type { Project } from '../compose.ts'

/** What somebody before us had running when it was killed is ended before it is begun again. */
export async function succeed({ at, ports }: Project, { fence, tookOver }: Lock): Promise<void> {
  const ended = await endOrphans(at.progress)
  if (tookOver || ended > 0) ports.log.warn('lock.taken-over', { fence, ended })
}
