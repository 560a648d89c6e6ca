import { switchedOff } from '../../adapters/store/switch.ts'
import type { ReviewRequest, Target } from '../../domain/request.ts'
import type { CutShort } from '../../domain/review.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Project } from '../compose.ts'

const LOOK_EVERY_MS = 200

export interface Watch {
  /** Aborted as soon as the branch has other content to be looked at, or a person has switched wingman off. */
  signal: AbortSignal
  end(): void
}

/** A newer tip of the branch makes the review of an older one idle: what it has found by then is kept by content. */
export function untilSuperseded(project: Project, target: Target, tree: Oid): Watch {
  const stop = new AbortController()
  const end = (why: CutShort) => stop.abort(why)
  const look = async () => {
    if (switchedOff(project.at)) end('interrupted')
    else if (await isSuperseded(project, target, tree)) end('superseded')
  }
  // What cannot be asked now is asked again in a moment; the review itself goes on.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  return { signal: stop.signal, end: () => clearInterval(timer) }
}

/** An amended message is the same content: that review answers for it too. */
async function isSuperseded({ ports }: Project, { ref, answers }: Target, tree: Oid): Promise<boolean> {
  if (ref === null) return false
  const isNewer = (request: ReviewRequest) => request.ref === ref && !answers.includes(request.id)
  if (!(await ports.store.requests()).some(isNewer)) return false
  const tip = await ports.git.commit(ref)
  return tip !== null && tip.tree !== tree
}
