import { setMaxListeners } from 'node:events'
import { rm } from 'node:fs/promises'
import { acquire } from '../../adapters/store/lock.ts'
import { noteStandpoint } from '../../adapters/store/noted.ts'
import { switchedOff } from '../../adapters/store/switch.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { coalesce, type ReviewRequest, type Target } from '../../domain/request.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { RunRequest } from '../../engine/start-run.ts'
import { WingmanError } from '../../errors.ts'
import { adoptedAt, openProject, type Project, standpointOf } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { headBranch } from '../head-branch.ts'
import { noticeMove } from '../notice-move.ts'
import { tidyUp } from '../tidy-up.ts'
import { keepTrouble } from '../trouble.ts'
import { useConfig } from '../use-config.ts'
import { comeToRest } from '../work/come-to-rest.ts'
import { followRenames } from '../work/follow-renames.ts'
import { keepRuntime } from '../work/keep-runtime.ts'
import { succeed } from '../work/succeed.ts'
import { untilSuperseded } from '../work/until-superseded.ts'
import { untilTold } from '../work/until-told.ts'
import { IN_BACKGROUND } from './background.ts'
import { takeHeard } from './take-heard.ts'

/** Answers the requests that hooks left, one worker for each worktree. Nobody watches: what goes wrong is kept for `status`. */
export async function worker(): Promise<number> {
  const project = openProject()
  process.chdir(project.paths.root)
  const { log } = project.ports
  log.info('worker.started')
  // First, since another one may be at work, which was started by a node that knows of no old one.
  await keepRuntime(project).catch(() => {})
  const code = await answerRequests(project, untilTold())
  log.info('worker.ended', { code })
  return code
}

async function answerRequests(project: Project, told: AbortSignal): Promise<number> {
  const { log } = project.ports
  const failed: Failed = new Map()
  // Looks again after letting go: a request that came while the lock was held found it busy and left. And what HEAD was moved to
  // meanwhile, without a hook, is asked for here.
  while ((await stillOpen(project, failed)).length > 0 || (await noticeMove(project))) {
    const lock = await acquire(project.at.lock, IN_BACKGROUND)
    if ('holder' in lock) {
      log.info('lock.busy', { holder: lock.holder.pid })
      return 0
    }
    project.holding.take(lock)
    await succeed(project, lock)
    try {
      await answerAll(project, failed, { lost: lock.lost, told })
      if (failed.size > 0) await keepTrouble(project, ...failed.values())
      else if (!told.aborted) await rm(project.at.trouble, { force: true })
    } catch (error) {
      // Of somebody who was passed over nobody wants to hear: the one who took over tells.
      if (await lock.isHeld()) await keepTrouble(project, error)
      else project.ports.log.warn('worker.passed-over', { fence: lock.fence })
      return 1
    } finally {
      await lock.release()
    }
    // Its requests stay, for whoever comes next.
    if (told.aborted) return EXIT.interrupted
  }
  await tidyUp(project)
  return failed.size > 0 ? 1 : 0
}

/** What ends a review early: somebody has taken over, or wants this process to end. */
interface Stops {
  lost: AbortSignal
  told: AbortSignal
}

/** Requests that could not be answered, by their ids, and why. */
type Failed = Map<string, unknown>

/** What failed once is left to the next worker: this one would try for ever. */
const stillOpen = async ({ ports }: Project, failed: Failed): Promise<ReviewRequest[]> =>
  (await ports.store.requests()).filter(({ id }) => !failed.has(id))

async function answerAll(project: Project, failed: Failed, stops: Stops): Promise<void> {
  const { store, log } = project.ports
  // Whoever waits for an agent to rest has to know what it said last.
  await takeHeard({ at: project.at, log }).catch(() => {})
  const config = await useConfig(project)
  if (config.enabled) await comeToRest(project, config)
  if (!config.enabled || switchedOff(project.at))
    return store.settle((await store.requests()).map(({ id }) => id))
  if (stops.told.aborted) return
  const requests = await openRequests(project, failed)
  const tips = await tipsOf(
    project,
    requests.flatMap(({ ref }) => ref ?? []),
  )
  for (const target of coalesce(requests, ref => tips.get(ref) ?? null)) {
    log.info('request.taken', {
      commit: target.commit,
      trigger: target.trigger,
      answers: target.answers.length,
    })
    const answered = await answerOne(project, config, target, stops)
    if ('error' in answered) for (const id of target.answers) failed.set(id, answered.error)
    // Superseded: its requests are answered together with the newer one, when the queue is looked at again. Told to end: by another.
    else if (!answered.isWhole) return
    else await settle(project, target)
  }
}

/** As they are to be answered now. */
async function openRequests(project: Project, failed: Failed): Promise<ReviewRequest[]> {
  return followRenames(project, await stillOpen(project, failed), await standpointOf(project.ports.git))
}

/** Noted first: killed in between, it is answered once more. */
async function settle(project: Project, { commit, ref, answers }: Target): Promise<void> {
  if (ref === (await headBranch(project))) await noteStandpoint(project.at, { commit, ref })
  await project.ports.store.settle(answers)
}

/** A branch that cannot be reviewed is nothing to the others. */
async function answerOne(
  project: Project,
  config: ResolvedConfig,
  target: Target,
  stops: Stops,
): Promise<{ isWhole: boolean } | { error: unknown }> {
  try {
    return { isWhole: await answer(project, config, target, stops) }
  } catch (error) {
    if (!(await project.holding.isCurrent())) throw error
    return { error }
  }
}

async function answer(
  project: Project,
  config: ResolvedConfig,
  target: Target,
  stops: Stops,
): Promise<boolean> {
  const { trigger, commit, ref, session } = target
  const found = await project.ports.git.commit(commit)
  if (!found) {
    // A commit that was amended away and collected since leaves nothing to look at. A branch that leads nowhere is damage.
    if (ref && (await project.ports.git.refName(ref))) throw unreadableTip(ref)
    return true
  }
  const watch = untilSuperseded(project, target, found.tree)
  try {
    const signal = AbortSignal.any([watch.signal, stops.lost, stops.told])
    setMaxListeners(0, signal)
    await review(project, config, { trigger, scope: { kind: 'tip', commit, ref }, session, signal })
  } finally {
    watch.end()
  }
  return !watch.signal.aborted && !stops.told.aborted
}

const unreadableTip = (ref: string): WingmanError =>
  new WingmanError({
    code: 'E_GIT',
    kind: 'undecided',
    message: `${oneLine(ref)} leads to a commit that git cannot read, so it is not reviewed.`,
    hint: 'See what is wrong: `git fsck`. Fetch the commit, or have the branch begin anew at one that is there: `git update-ref <branch> <commit>`.',
  })

async function review(
  project: Project,
  config: ResolvedConfig,
  request: Pick<RunRequest, 'trigger' | 'scope' | 'session' | 'signal'>,
): Promise<void> {
  const { nothingChanged, startRun } = await import('../../engine/start-run.ts')
  const run = await startRun(project.ports, config, {
    ...request,
    base: null,
    loop: null,
    fresh: false,
    adopted: await adoptedAt(project),
  })
  if (nothingChanged(run) || run.loops.length === 0) return
  const { carryOn } = await import('../../engine/carry-on.ts')
  if (await carryOn(project.ports, run)) return
  const { runTasks } = await import('../../engine/review-tasks.ts')
  await runTasks(project.ports, run, 'silent')
}

async function tipsOf({ ports }: Project, refs: readonly string[]): Promise<Map<string, Oid>> {
  const tips = new Map<string, Oid>()
  for (const ref of new Set(refs)) {
    const tip = await ports.git.commit(ref)
    if (tip) tips.set(ref, tip.oid)
  }
  return tips
}
