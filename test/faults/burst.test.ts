import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { CLEAN } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'
import { COUNTS } from './counts.ts'
import { PLAIN, reviewedIn, SHA_256 } from './shim/layouts.ts'
import { slowReview } from './shim/slow-review.ts'

for (const { of, layout, count } of [
  { of: 'a repository', layout: PLAIN, count: COUNTS.burst },
  { of: 'a SHA-256 repository', layout: SHA_256, count: Math.ceil(COUNTS.burst / 5) },
]) {
  test(`${count} commits in a burst, in three worktrees of ${of} at once: every branch ends reviewed at its tip, and nothing is judged twice`, async () => {
    const main = reviewedIn(layout, RULES_ONLY)
    const worktrees = threeOf(main)
    const twins = threeOf(reviewedIn(layout, RULES_ONLY))
    const took: Took = { reviewed: [], alone: [] }
    await Promise.all(worktrees.map((worktree, at) => commitAll(worktree, twins[at], { count, took })))
    for (const worktree of worktrees) await worktree.reviewed()

    const reviews: Review[] = JSON.parse(main.wingman('log', '--limit', '10000', '--json').stdout).reviews
    for (const worktree of worktrees) {
      const tip = worktree.git('rev-parse', 'HEAD')
      const ref = worktree.git('symbolic-ref', 'HEAD')
      const ofTip = reviews.filter(({ snapshot }) => snapshot.branch === ref && snapshot.commit === tip)
      expect(
        ofTip.map(({ verdict }) => verdict),
        ref,
      ).toContain('approved')
      expect(worktree.git('status', '--porcelain')).toBe('')
    }
    expect(judgedTwice(reviews)).toEqual([])
    expect(main.tryGit('fsck', '--no-dangling').status).toBe(0)
    report(took)
  })
}

// That a commit does not wait is shown without a watch: no review ends before the last commit is made. What it costs is measured in
// bench/commit.mjs, as a ratio; a test that is timed fails on a machine that is busy.
test(`${COUNTS.burst} commits in each of three worktrees are made while their reviews hang: none waits for one`, async () => {
  const slow = slowReview()
  const worktrees = threeOf(reviewedIn(PLAIN, slow.config))
  await Promise.all(
    worktrees.map(worktree =>
      commitAll(worktree, undefined, { count: COUNTS.burst, took: { reviewed: [], alone: [] } }),
    ),
  )
  await slow.hasBegun()
  for (const worktree of worktrees) {
    expect(worktree.git('rev-list', '--count', 'HEAD', '^origin/main')).toBe(`${COUNTS.burst}`)
    expect(JSON.parse(worktree.wingman('status', '--json').stdout)).toMatchObject({
      waiting: COUNTS.burst,
      review: null,
    })
  }
  slow.end()
  for (const worktree of worktrees) await worktree.reviewed()
  for (const worktree of worktrees) expect(worktree.lastReview()).toMatchObject({ verdict: 'approved' })
})

interface Took {
  /** Milliseconds of each commit, with reviews under way. */
  reviewed: number[]
  /** The same commits beside them, without wingman. */
  alone: number[]
}

function threeOf(main: WingmanRepository): WingmanRepository[] {
  const added = (name: string) => {
    main.git('worktree', 'add', '-q', '-b', name, `../${name}`)
    return wingmanAt(join(main.dir, '..', name))
  }
  return [main, added('one'), added('two')]
}

/** As fast as git goes: nobody waits for anybody. In turn with a twin, so that whatever slows the machine slows both. */
async function commitAll(
  worktree: WingmanRepository,
  twin: WingmanRepository | undefined,
  { count, took }: { count: number; took: Took },
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    took.reviewed.push(await commit(worktree, n))
    if (twin) took.alone.push(await commit(twin, n, '-c', 'core.hooksPath=/dev/null'))
  }
}

async function commit({ dir, write }: WingmanRepository, n: number, ...options: string[]): Promise<number> {
  const git = async (...args: string[]) => {
    const child = spawn('git', [...options, ...args], { cwd: dir, stdio: 'ignore' })
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  write({ [`${n}-${basename(dir)}.js`]: CLEAN })
  await git('add', '-A')
  const began = performance.now()
  await git('commit', '-q', '-m', `${n}`)
  return performance.now() - began
}

function report({ reviewed, alone }: Took): void {
  const [among, without] = [median(reviewed), median(alone)]
  console.log(
    `a commit took ${Math.round(among)} ms among reviews, ${Math.round(without)} ms without wingman: ${(among / without).toFixed(2)} times as long (medians of ${reviewed.length}, in turn)`,
  )
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** Content that was judged, and not taken over, more than once under one policy. */
function judgedTwice(reviews: readonly Review[]): string[] {
  const judged = reviews.flatMap(({ snapshot, loops }) =>
    loops
      .filter(({ state, verdict }) => state === 'run' && verdict !== 'unknown')
      .map(({ loop, policy }) => `${loop} ${policy} ${snapshot.digest}`),
  )
  return judged.filter((key, at) => judged.indexOf(key) !== at)
}
