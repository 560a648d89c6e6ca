import { setTimeout as pause } from 'node:timers/promises'
import { runWorker, startWorker } from '../adapters/start-worker.ts'
import type { Layout } from '../adapters/store/layout.ts'
import { heldBy } from '../adapters/store/lock.ts'
import { atWorkIn } from '../adapters/store/progress.ts'
import type { AtWork } from '../domain/progress.ts'
import type { ReviewRequest } from '../domain/request.ts'
import { type Oid, short } from '../domain/snapshot.ts'
import { WingmanError } from '../errors.ts'
import { stillWaiting, waiting } from '../wait-messages.ts'
import type { Project } from './compose.ts'
import { placesOf } from './elsewhere.ts'
import { type Screen, type WaitDisplay, waitDisplay } from './wait-display.ts'
import { hurry, letRest } from './work/hurry.ts'

export interface Patience {
  limitMs: number
  /** How often a line is written where none can be drawn again. */
  everyMs: number
  screen: Screen
}

// A review by a model takes minutes; whoever pushes can stop waiting at any time.
const USUAL: Patience = { limitMs: 10 * 60_000, everyMs: 15_000, screen: process.stderr }
const LOOK_EVERY_MS = 100

export interface Awaited {
  commit: Oid
  isAwaited(request: ReviewRequest): boolean
  patience?: Partial<Patience> | undefined
}

/**
 * Until no such request is left, showing how far it is. The gate itself reviews nothing: if nobody is at work, it starts a
 * worker, and if that one gives up, it waits no longer. Answers how long it waited if that was as long as it may be.
 */
export async function waitForReview(project: Project, awaited: Awaited): Promise<number | null> {
  const patience = { ...USUAL, ...awaited.patience }
  const display = waitDisplay(patience.screen, patience.everyMs)
  const { signal, forget } = interruption()
  const hurried = new Map<string, Layout>()
  patience.screen.write(`${waiting(awaited.commit, patience.limitMs)}\n`)
  try {
    return await watch(project, awaited, { ...patience, display, signal, hurried })
  } catch (error) {
    throw signal.aborted ? interrupted(awaited.commit) : error
  } finally {
    display.end()
    forget()
    for (const at of hurried.values()) await letRest({ at })
  }
}

interface Watching extends Patience {
  display: WaitDisplay
  signal: AbortSignal
  /** Worktrees whose workers were told that somebody waits, by their folders. */
  hurried: Map<string, Layout>
}

async function watch(project: Project, { isAwaited }: Awaited, watching: Watching): Promise<number | null> {
  const { limitMs, display, signal, hurried } = watching
  const began = performance.now()
  const workers = new Map<string, Promise<void>>()
  const givenUp = new Set<string>()
  for (;;) {
    const places = await awaitedPlaces(project, isAwaited)
    for (const at of places) {
      if (!hurried.has(at.own)) await hurry({ at })
      hurried.set(at.own, at)
    }
    if (places.every(({ root }) => givenUp.has(root))) return null
    const waitedMs = performance.now() - began
    if (waitedMs >= limitMs) return limitMs
    const atWork: AtWork[] = []
    for (const { root, lock, progress } of places) {
      const holder = await heldBy(lock)
      if (holder === null && !workers.has(root) && !givenUp.has(root)) workers.set(root, startIn(root))
      atWork.push(...(await atWorkIn(progress, holder?.pid)))
    }
    display.show(stillWaiting({ waitedMs, limitMs, atWork, nowMs: project.ports.clock.now().getTime() }))
    await Promise.race([pause(LOOK_EVERY_MS, undefined, { signal }), ...workers.values()])
  }

  async function startIn(root: string): Promise<void> {
    const code = await runWorker(root)
    workers.delete(root)
    if (code !== 0) givenUp.add(root)
  }
}

/** Of this worktree and the others those in which something waits that is waited for. */
async function awaitedPlaces(project: Project, isAwaited: Awaited['isAwaited']): Promise<Layout[]> {
  const places = await placesOf(project)
  return places.filter(({ requests }) => requests.some(isAwaited)).map(({ at }) => at)
}

/** Ctrl-C, which git gets as well: without a word of ours the last line would be left half drawn. */
function interruption() {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.on(name, interrupt)
  const forget = () => {
    for (const name of signals) process.off(name, interrupt)
  }
  return { signal: stop.signal, forget }
}

const interrupted = (commit: Oid): WingmanError =>
  new WingmanError({
    code: 'E_INTERRUPTED',
    kind: 'interrupted',
    message: `You stopped waiting for the review of ${short(commit)}, which goes on.`,
    hint: 'Push again when it is finished. Whether it is: `wingman status`.',
  })

/** Starts a worker for requests that nobody is at work on, in every worktree, and does not wait for it. */
export async function wakeWorker(project: Project): Promise<void> {
  for (const { at, requests } of await placesOf(project))
    if (requests.length > 0 && (await heldBy(at.lock)) === null) startWorker(at.root)
}
