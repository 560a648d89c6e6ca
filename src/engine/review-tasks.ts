import { color, Listr, type ListrRendererFactory, type ListrTask, type ListrTaskWrapper } from 'listr2'
import { passed } from '../domain/loop.ts'
import { maskSecrets } from '../domain/mask.ts'
import type { Cost, ReviewerOutcome } from '../domain/outcome.ts'
import { oneLine } from '../domain/plain-text.ts'
import type { ResolvedLoop, ResolvedReviewer } from '../domain/resolved-config.ts'
import type { LoopOutcome, Review } from '../domain/review.ts'
import { loopLine, reviewerLine, runningLine, waitsFor } from '../messages.ts'
import type { Ports } from '../ports.ts'
import { keepOutcome, knownOutcome } from './advance-loop.ts'
import { decide } from './decide.ts'
import { deliver } from './deliver.ts'
import { judgeLoop } from './judge.ts'
import { keepRecord } from './keep-record.ts'
import { review } from './review.ts'
import type { Run } from './start-run.ts'

/** What is drawn is up to whoever asks: a name that listr2 knows, or a renderer. */
export type TaskRenderer = 'default' | 'silent' | ListrRendererFactory
type Wrapper = ListrTaskWrapper<void, never, never>

/**
 * Reviewers → Findings → Verdict → Review record → Delivery, as the list that a person watches. What could not be kept or
 * delivered is thrown at the end: nobody may take it for done.
 */
export async function runTasks(ports: Ports, run: Run, renderer: TaskRenderer): Promise<Review> {
  await taskList(ports, run, renderer).run()
  if (run.failure !== null) throw run.failure
  if (run.review) return run.review
  throw new Error('the run ended without a record')
}

function taskList(ports: Ports, run: Run, renderer: TaskRenderer): Listr {
  return new Listr(
    [
      ...run.loops.map(loop => loopTask(ports, run, loop)),
      // Without a title they are not drawn: a person waits for the loops.
      { task: () => noticing(run, () => keepRecord(ports, run)) },
      { task: () => noticing(run, () => deliver(ports, run)) },
    ],
    {
      renderer,
      exitOnError: false,
      // Ctrl-C is ours to handle: children are ended first, then a truthful record is written.
      registerSignalListeners: false,
      rendererOptions: {
        collapseSubtasks: false,
        collapseErrors: false,
        showErrorMessage: false,
        // A loop that did not pass is drawn as what it is; by itself listr2 would only warn of it.
        icon: { COMPLETED_WITH_FAILED_SUBTASKS: '✖', FAILED_WITH_SUBTASKS: '✖' },
        color: { COMPLETED_WITH_FAILED_SUBTASKS: color.red },
      },
    } as never,
  )
}

function loopTask(ports: Ports, run: Run, loop: ResolvedLoop): ListrTask {
  return {
    title: loop.name,
    skip: () => whyNot(run, loop),
    async task(_, task) {
      const known = run.fresh ? null : await knownOutcome(ports, loop, run)
      if (known) return settle(run, known, task as never)
      return reviewersOf(ports, run, loop, task as never)
    },
  }
}

/** Each reviewer is a line of its own; the last task, which has none, judges when all of them are through. */
function reviewersOf(ports: Ports, run: Run, loop: ResolvedLoop, task: Wrapper) {
  const lines = loop.reviewers.map(() => (_: string) => {})
  const costs: (Cost | undefined)[] = []
  const outcomes = loop.reviewers.map(async (reviewer, at) => {
    const job = { ...run, review: run.id, loop, reviewer }
    const { outcome, output } = await ports.progress.during(
      { loop: loop.name, reviewer: reviewer.name },
      tell =>
        review(ports, {
          ...job,
          say(said) {
            const line = oneLine(maskSecrets(said), 200)
            lines[at]?.(line)
            tell({ line })
          },
          spent(cost) {
            costs[at] = cost
            tell({ cost })
          },
        }),
    )
    if (output !== '') run.outputs.set(`${loop.name}.${reviewer.name}`, output)
    return outcome
  })
  const conclude = async () => {
    const outcome = judgeLoop(loop, await Promise.all(outcomes))
    await noticing(run, () =>
      keepOutcome(ports.store, loop, { review: run.id, snapshot: run.snapshot, patch: run.patch, outcome }),
    )
    settle(run, await decide(ports, outcome, { ...loop, snapshot: run.snapshot }), task)
  }
  return task.newListr(
    [
      ...loop.reviewers.map((reviewer, at) =>
        reviewerTask(reviewer, outcomes[at], {
          listen: say => (lines[at] = say),
          cost: () => costs[at] ?? null,
        }),
      ),
      { task: conclude },
    ] as never,
    { concurrent: true, exitOnError: false },
  )
}

function reviewerTask(
  reviewer: ResolvedReviewer,
  outcome: Promise<ReviewerOutcome> | undefined,
  { listen, cost }: Watched,
) {
  return {
    title: reviewer.name,
    async task(_: unknown, task: Wrapper) {
      listen(line => (task.output = line))
      const done = await ticking(task, ms => runningLine(reviewer.name, ms, cost()), outcome)
      if (!done) return
      task.title = reviewerLine(done)
      if (done.state !== 'done' || done.findings.length > 0) throw crossed()
    },
  }
}

/** How long it has been at it, and what it cost so far, for whoever watches. */
async function ticking<T>(
  task: Wrapper,
  line: (ms: number) => string,
  work: Promise<T> | undefined,
): Promise<T | undefined> {
  const began = performance.now()
  const tick = setInterval(() => (task.title = line(performance.now() - began)), 1_000)
  try {
    return await work
  } finally {
    clearInterval(tick)
  }
}

interface Watched {
  listen(say: (line: string) => void): void
  cost(): Cost | null
}

function settle(run: Run, outcome: LoopOutcome, task: Wrapper): void {
  run.outcomes.push(outcome)
  task.title = loopLine(outcome)
  if (!passed(outcome.verdict)) throw crossed()
}

/** Makes the list draw a cross; the title has said it all. */
const crossed = (): Error => new Error('')

/** listr2 goes on after an error, as a list of reviewers should; one of ours must not get lost on the way. */
async function noticing(run: Run, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    run.failure ??= error
    throw error
  }
}

function whyNot(run: Run, loop: ResolvedLoop): string | false {
  const blocker = run.outcomes.find(outcome => !passed(outcome.verdict))
  if (run.signal.aborted || run.failure !== null) return waitsFor(loop.name, null)
  return blocker ? waitsFor(loop.name, blocker.loop) : false
}
