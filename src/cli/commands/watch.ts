import { setTimeout as pause } from 'node:timers/promises'
import { heldBy } from '../../adapters/store/lock.ts'
import { atWorkIn } from '../../adapters/store/progress.ts'
import { WingmanError } from '../../errors.ts'
import { verdictLine } from '../../messages.ts'
import { nothingToWatch, stoppedWatching, type Watched, watchLines } from '../../watch-messages.ts'
import { openProject, type Project } from '../compose.ts'
import { placesOf } from '../elsewhere.ts'
import { EXIT } from '../exit-codes.ts'
import { print } from '../io.ts'
import { redraw } from '../redraw.ts'
import { isLive } from '../wait-display.ts'
import { wakeWorker } from '../wait-for-review.ts'

const LOOK_EVERY_MS = 250
/** After so many looks at which somebody waits and nobody is at work, nobody will come. */
const MOST_IDLE = 60

/** `wingman watch`: what is under review, until nothing is. It decides nothing and changes nothing; what waits is taken up by the way. */
export async function watch({ json }: { json?: boolean }): Promise<number> {
  const project = openProject()
  const before = new Set(await project.ports.store.reviewIds())
  const display = json ? jsonLines() : isLive(process.stdout) ? drawn(project) : plainLines(project)
  await wakeWorker(project)
  let watched = await look(project)
  if (watched.length === 0 && !json) print(nothingToWatch())
  const stop = interruption()
  let idle = 0
  for (; watched.length > 0 && idle < MOST_IDLE; watched = await look(project)) {
    idle = watched.some(({ running }) => running) ? 0 : idle + 1
    display.show(watched)
    await pause(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return leave(display, json)
  }
  display.end()
  if (json) display.show([])
  if (watched.length > 0) throw nobodyCame()
  if (!json) await sayWhatCame(project, before)
  return EXIT.fine
}

/** A script that reads line by line has got its lines. */
function leave(display: Display, json = false): number {
  display.end()
  if (!json) print(stoppedWatching())
  return EXIT.interrupted
}

/** Here and in the other worktrees. */
async function look(project: Project): Promise<Watched[]> {
  const places = (await placesOf(project)).map(async ({ at, requests }) => {
    const holder = await heldBy(at.lock).catch(() => null)
    const atWork = await atWorkIn(at.progress, holder?.pid)
    const running = holder && { pid: holder.pid, doing: holder.doing }
    return { worktree: at.root, running, atWork, waiting: requests.length }
  })
  return (await Promise.all(places)).filter(({ running, waiting }) => running !== null || waiting > 0)
}

async function sayWhatCame({ ports: { store } }: Project, before: ReadonlySet<string>): Promise<void> {
  const ids = (await store.reviewIds()).filter(id => !before.has(id)).reverse()
  for (const id of ids) {
    const review = await store.review(id).catch(() => null)
    if (review) print(verdictLine(review))
  }
}

interface Display {
  show(watched: readonly Watched[]): void
  end(): void
}

function drawn({ ports }: Project): Display {
  const screen = redraw(process.stdout)
  return {
    show: watched => screen.show(watchLines(watched, ports.clock.now().getTime())),
    end: screen.clear,
  }
}

/** Each state once: without a terminal nobody reads how the seconds pass. */
function plainLines({ ports }: Project): Display {
  return whenChanged(watched => print(watchLines(watched, ports.clock.now().getTime()).join('\n')))
}

const jsonLines = (): Display => whenChanged(watched => print(JSON.stringify({ version: 1, watched })))

function whenChanged(show: Display['show']): Display {
  let last = ''
  return {
    show(watched) {
      const now = JSON.stringify(watched)
      if (now !== last) show(watched)
      last = now
    },
    end() {},
  }
}

function interruption(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}

const nobodyCame = (): WingmanError =>
  new WingmanError({
    code: 'E_NOT_TAKEN_UP',
    kind: 'undecided',
    message: 'A request waits, and nobody takes it up.',
    hint: 'See why: `wingman status`.',
  })
