import { rm } from 'node:fs/promises'
import { acquire } from '../../adapters/store/lock.ts'
import { coalesce, type Target } from '../../domain/request.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import type { Oid } from '../../domain/snapshot.ts'
import { adoptedAt, openProject, type Project } from '../compose.ts'
import { tidyUp } from '../tidy-up.ts'
import { keepTrouble } from '../trouble.ts'
import { useConfig } from '../use-config.ts'

/** Answers the requests that hooks left, one worker for each worktree. Nobody watches: what goes wrong is kept for `status`. */
export async function worker(): Promise<number> {
  const project = openProject()
  process.chdir(project.paths.root)
  const { log } = project.ports
  log.info('worker.started')
  const code = await answerRequests(project)
  log.info('worker.ended', { code })
  return code
}

async function answerRequests(project: Project): Promise<number> {
  const { log } = project.ports
  // Looks again after letting go: a request that came while the lock was held found it busy and left.
  while ((await project.ports.store.requests()).length > 0) {
    const lock = await acquire(project.at.lock)
    if ('holder' in lock) {
      log.info('lock.busy', { holder: lock.holder.pid })
      return 0
    }
    if (lock.tookOver) log.warn('lock.taken-over', { fence: lock.fence })
    try {
      await answerAll(project)
      await rm(project.at.trouble, { force: true })
    } catch (error) {
      await keepTrouble(project, error)
      return 1
    } finally {
      await lock.release()
    }
  }
  await tidyUp(project)
  return 0
}

async function answerAll(project: Project): Promise<void> {
  const { store, log } = project.ports
  const config = await useConfig(project)
  const requests = await store.requests()
  if (!config.enabled) return store.settle(requests.map(({ id }) => id))
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
    await answer(project, config, target)
    await store.settle(target.answers)
  }
}

async function answer(
  project: Project,
  config: ResolvedConfig,
  { trigger, commit, ref }: Target,
): Promise<void> {
  // A commit that was amended away and collected since: nothing is left to look at.
  if (!(await project.ports.git.commit(commit))) return
  const { nothingChanged, startRun } = await import('../../engine/start-run.ts')
  const run = await startRun(project.ports, config, {
    trigger,
    scope: { kind: 'tip', commit, ref },
    base: null,
    loop: null,
    fresh: false,
    adopted: await adoptedAt(project),
    signal: new AbortController().signal,
  })
  if (nothingChanged(run) || run.loops.length === 0) return
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
