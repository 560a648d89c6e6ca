import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { quickStandpoint } from '../adapters/git/locate.ts'
import { noteStandpoint, readNoted } from '../adapters/store/noted.ts'
import { leaveRequest } from '../adapters/store/requests.ts'
import { switchedOff } from '../adapters/store/switch.ts'
import type { Standpoint } from '../domain/epoch.ts'
import { aboutTheMove } from '../domain/unannounced.ts'
import { type Project, standpointOf } from './compose.ts'
import { findConfig } from './use-config.ts'
import { followRenames } from './work/follow-renames.ts'

/**
 * A HEAD that came to where it is without a hook of ours (`git am`, `reset`, `branch -m`, a rebase that only drops commits): its
 * review is asked for by whoever comes by. Answers whether it was. Nothing that fails here is anybody's trouble.
 */
export async function noticeMove(project: Project): Promise<boolean> {
  try {
    return await askIfMoved(project)
  } catch (error) {
    project.ports.log.warn('move.not-noticed', { code: (error as { code?: string } | null)?.code ?? null })
    return false
  }
}

async function askIfMoved(project: Project): Promise<boolean> {
  const { at, paths, ports } = project
  // Where no hooks were installed nothing goes on in the background. Our own children ask by themselves for what they want reviewed.
  if (!existsSync(at.runtime) || switchedOff(at) || process.env.WINGMAN_CHILD) return false
  // HEAD first: of a commit that is made meanwhile the request comes later than HEAD moves.
  const here = quickStandpoint(paths) ?? (await standpointOf(ports.git))
  const noted = await readNoted(at)
  const isMidway = MIDWAY.some(name => existsSync(join(paths.gitDir, name)))
  const facts = { noted, here, isMidway, isAskedFor: false, isReviewed: false }
  // Nearly always it stands where it stood; nothing else has to be read then.
  if (aboutTheMove(facts) === 'leave') return false
  const [isAskedFor, isReviewed] = [await isWaitedFor(project, here), await wasReviewed(project, here)]
  const what = aboutTheMove({ ...facts, isAskedFor, isReviewed })
  if (what === 'ask') return ask(project, here)
  if (what === 'note') await noteStandpoint(at, here)
  return false
}

const MIDWAY = ['rebase-merge', 'rebase-apply']

async function isWaitedFor(project: Project, here: Standpoint): Promise<boolean> {
  const { ref, commit } = here
  const requests = await followRenames(project, await project.ports.store.requests(), here)
  // Of a branch it is the tip that gets reviewed, whichever commit was asked for.
  return requests.some(request => request.ref === ref && (ref !== null || request.commit === commit))
}

async function wasReviewed({ ports }: Project, { ref, commit }: Standpoint): Promise<boolean> {
  const latest = ref === null ? null : await ports.store.latest(ref).catch(() => null)
  return latest?.commit === commit
}

/** The request first: killed in between, the next one asks again, and what is known by its content costs nothing. */
async function ask(project: Project, here: Standpoint): Promise<boolean> {
  const { at, ports } = project
  const config = await findConfig(project)
  if (here.commit === null || !config?.enabled) return false
  await leaveRequest(at, { trigger: 'post-commit', commit: here.commit, ref: here.ref, agent: null })
  await noteStandpoint(at, here)
  ports.log.info('move.noticed', { commit: here.commit, ref: here.ref })
  return true
}
