import { setMaxListeners } from 'node:events'
import { textReport } from '../../adapters/reporters/text.ts'
import { acquire, type Busy, type Lock } from '../../adapters/store/lock.ts'
import { didYouMean } from '../../config/did-you-mean.ts'
import { plainText } from '../../domain/plain-text.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { TRIGGERS, type Trigger } from '../../domain/trigger.ts'
import { checkFollowUp } from '../../engine/follow-up.ts'
import type { PreviewOf } from '../../engine/preview.ts'
import type { TaskRenderer } from '../../engine/review-tasks.ts'
import { nothingChanged, type Run, startRun } from '../../engine/start-run.ts'
import type { Scope } from '../../engine/take-snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { banner, followUpRefused, heldByWhom, nothingToReview, ofAPart, waitingFor } from '../../messages.ts'
import { callingSession } from '../caller.ts'
import { adoptedAt, commandOf, openProject, type Project } from '../compose.ts'
import { EXIT, exitForVerdict } from '../exit-codes.ts'
import { findReview, newestReview } from '../find-review.ts'
import { paint, print, printJson } from '../io.ts'
import { noticeBypasses } from '../notice-bypasses.ts'
import { typable } from '../typable.ts'
import { useConfig } from '../use-config.ts'
import { wakeWorker } from '../wait-for-review.ts'
import { hurry, letRest } from '../work/hurry.ts'
import { succeed } from '../work/succeed.ts'

export interface RunReviewOptions {
  base?: string
  commit?: string
  range?: string
  staged?: boolean
  dirty?: boolean
  loop?: string
  trigger?: string
  followUp?: string | true
  fresh?: boolean
  agent?: string | true
  model?: string
  focus?: string
  printPrompt?: boolean
  wait?: boolean
  json?: boolean
}

/** `wingman run review`: the loops in the foreground. */
export async function runReview(options: RunReviewOptions): Promise<number> {
  const project = openProject()
  const config = await useConfig(project)
  const scope = scopeOf(options)
  chooseOne({ loop: options.loop, agent: options.agent ?? options.model ?? options.focus })
  const byHand = await loopByHand(project, config, options)
  if (byHand === 'cancelled') return EXIT.interrupted
  const request = {
    ...requestOf(options, config),
    scope,
    adopted: await adoptedAt(project),
    session: callingSession(),
    byHand,
  }

  const signal = interruption()
  const lock = await waitForLock(project, signal, options)
  if (!lock) return EXIT.interrupted
  project.holding.take(lock)
  try {
    const stop = AbortSignal.any([signal, lock.lost])
    // Every question that is under way listens, and a large change has many.
    setMaxListeners(0, stop)
    const run = await startRun(project.ports, config, { ...request, signal: stop })
    if (options.followUp && (await isRefused(project, run, options))) return EXIT.undecided
    if (options.printPrompt) return await printPrompts(project, run, options.json ?? false)
    const review = await runAll(project, run, options.json ?? false)
    if (signal.aborted) return EXIT.interrupted
    return review ? exitForVerdict[review.verdict] : EXIT.fine
  } finally {
    await lock.release()
    await noticeBypasses(project)
    // A worker that came meanwhile found us at work, and left its request to whatever runs next.
    await wakeWorker(project)
  }
}

/** What only a run by hand needs is loaded for it. */
async function loopByHand(project: Project, config: ResolvedConfig, options: RunReviewOptions) {
  const { agent, model, focus } = options
  if (agent === undefined && model === undefined && focus === undefined) return null
  return (await import('../by-hand.ts')).byHand(project, config, options)
}

/** Nobody is asked: what would be sent is shown. */
async function printPrompts({ ports }: Project, run: Run, json: boolean): Promise<number> {
  const { previewRun } = await import('../../engine/preview.ts')
  const prompts = await previewRun(ports, run)
  if (json) printJson({ version: 1, prompts })
  else
    print(
      prompts.map((one, at) => promptText(one, at, prompts.length)).join('\n\n') ||
        'No model would be asked.',
    )
  return EXIT.fine
}

function promptText({ loop, reviewer, models, prompt, note }: PreviewOf, at: number, of: number): string {
  const { bold, dim } = paint()
  const head = bold(`--- ${at + 1} of ${of}: ${loop}, ${reviewer} asks ${models.join(', ')}`)
  return [
    head,
    ...(note === null ? [] : [dim(`(${note})`)]),
    ...(prompt === null ? [] : [plainText(prompt)]),
  ].join('\n')
}

/** A follow-up is the next round of a review, made in the same world; a refusal is said, and kept in the log. */
async function isRefused({ ports }: Project, { snapshot }: Run, options: RunReviewOptions): Promise<boolean> {
  const { followUp, json } = options
  const before = followUp === true ? await newestReview(ports) : await findReview(ports, followUp)
  const refusal = await checkFollowUp(ports, before, snapshot)
  if (!refusal) return false
  ports.log.info('follow-up.refused', { review: before.id, why: refusal.refused })
  if (json) printJson({ version: 1, review: before.id, ...refusal })
  else print(followUpRefused(before.id, refusal.reason))
  return true
}

/** The first Ctrl-C asks everybody to end, and a record is written; the second one does not wait for that. */
function interruption(): AbortSignal {
  const stop = new AbortController()
  const interrupt = () => {
    // Leaving by `exit` takes the children along; dying of the signal would not.
    if (stop.signal.aborted) process.exit(EXIT.interrupted)
    stop.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  process.on('SIGHUP', interrupt)
  return stop.signal
}

async function runAll(project: Project, run: Run, json: boolean): Promise<Review | null> {
  if (nothingChanged(run)) {
    if (json) printJson({ version: 1, nothing: nothingToReview(run.snapshot) })
    else print(nothingToReview(run.snapshot))
    return null
  }
  if (!json) print(`${banner(run.snapshot, run.context.files.length + run.context.ignored.length)}\n`)
  const { runTasks } = await import('../../engine/review-tasks.ts')
  const review = await runTasks(project.ports, run, json ? 'silent' : await rendererFor())
  if (json) printJson(review)
  else print(`\n${textReport(review, paint())}`)
  if (!json && review.part && findingsOf(review).length > 0) print(seeAgain(project, review))
  return review
}

const seeAgain = (project: Project, { id }: Review): string => {
  const command = commandOf(project)
  return typable(ofAPart(`${command} show ${id}`), command)
}

/** Live on a terminal; plain lines where nobody would see them redrawn. */
async function rendererFor(): Promise<TaskRenderer> {
  if (process.stdout.isTTY && !process.env.ACCESSIBLE && !process.env.CI) return 'default'
  return (await import('../../adapters/reporters/plain-renderer.ts')).PlainRenderer
}

function scopeOf({ commit, range, staged, dirty, base, followUp }: RunReviewOptions): Scope {
  chooseOne({ commit, range, staged, dirty })
  // The next round is of the work that goes on here; a commit never changes.
  chooseOne({ 'follow-up': followUp, commit, range })
  chooseOne({ range, base })
  if (commit !== undefined) return { kind: 'commit', revision: commit }
  if (range !== undefined) return { kind: 'range', range }
  return staged ? { kind: 'staged' } : dirty ? { kind: 'dirty' } : { kind: 'branch' }
}

/** By whether it was given: an empty variable of a script is a mistake, and not a wish for something else. */
function chooseOne(options: Record<string, unknown>): void {
  const given = Object.keys(options).filter(name => options[name] !== undefined)
  if (given.length < 2) return
  throw new WingmanError({
    code: 'E_USAGE',
    message: `${given.map(name => `--${name}`).join(' and ')} cannot be used together.`,
    hint: 'Choose one.',
  })
}

function requestOf({ base, loop, trigger = 'explicit', fresh }: RunReviewOptions, config: ResolvedConfig) {
  const names = config.loops.map(({ name }) => name)
  if (loop !== undefined && !names.includes(loop)) throw unknownName('loop', loop, names)
  if (!TRIGGERS.some(known => known === trigger)) throw unknownName('trigger', trigger, [...TRIGGERS])
  return { trigger: trigger as Trigger, base: base ?? null, loop: loop ?? null, fresh: fresh ?? false }
}

function unknownName(what: string, name: string, known: readonly string[]): WingmanError {
  return new WingmanError({
    code: 'E_USAGE',
    message: `There is no ${what} \`${name}\`.`,
    hint: `Known: ${known.join(', ')}.${didYouMean(name, known)}`,
  })
}

/** One review at a time in a worktree, whichever way it was started. Null when the person would rather not wait. */
async function waitForLock(
  project: Project,
  signal: AbortSignal,
  { json = false, wait = true }: RunReviewOptions,
): Promise<Lock | null> {
  let told = json
  let waited = false
  while (!signal.aborted) {
    const lock = await acquire(project.at.lock, 'run review')
    if ('fence' in lock) {
      if (waited) await letRest(project)
      await succeed(project, lock)
      return lock
    }
    if (!wait) throw busy(lock)
    if (!waited) await hurry(project)
    waited = true
    if (!told) print(waitingFor(lock.holder))
    told = true
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  await letRest(project)
  return null
}

function busy({ holder }: Busy): WingmanError {
  return new WingmanError({
    code: 'E_BUSY',
    kind: 'undecided',
    message: `${heldByWhom(holder)}, and --no-wait was given.`,
    hint: 'Wait for it without that option: `wingman run review`. If it is stuck, end that process: its place is taken at once.',
  })
}
