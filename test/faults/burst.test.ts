import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { CLEAN } from '../support/gate-scenes.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository, wingmanAt } from '../support/wingman.ts'
import { COUNTS } from './counts.ts'

test(`${COUNTS.burst} commits in a burst, in three worktrees at once: every branch ends reviewed at its tip`, async () => {
  const main = reviewedRepository(RULES_ONLY)
  const worktrees = [main, added(main, 'one'), added(main, 'two')]
  await Promise.all(worktrees.map(commitAll))
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
})

function added(main: WingmanRepository, name: string): WingmanRepository {
  main.git('worktree', 'add', '-q', '-b', name, `../${name}`)
  return wingmanAt(join(main.dir, '..', name))
}

/** In processes of their own, as fast as git goes: nobody waits for anybody. */
async function commitAll({ dir }: WingmanRepository): Promise<void> {
  const script = `for n in $(seq ${COUNTS.burst}); do printf '%s' '${CLEAN}' >"$n-${basename(dir)}.js"; git add -A; git commit -q -m "$n" || exit 1; done`
  const child = spawn('sh', ['-c', script], { cwd: dir, stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** Content that was judged, and not taken over, more than once under one policy. */
function judgedTwice(reviews: readonly Review[]): string[] {
  const judged = reviews.flatMap(({ snapshot, loops }) =>
    loops
      .filter(({ state, verdict }) => state === 'run' && verdict !== 'unknown')
      .map(({ loop, policy }) => `${loop} ${policy} ${snapshot.digest}`),
  )
  return judged.filter((key, at) => judged.indexOf(key) !== at)
}
