import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, pushes } from '../support/gate-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import { reviewedRepository, type WingmanRepository, wingmanAt } from '../support/wingman.ts'
import { LAYOUTS, PLAIN, reviewedIn } from './shim/layouts.ts'
import { isRunning, slowReview, until } from './shim/slow-review.ts'

const workerOf = (repository: WingmanRepository): number =>
  JSON.parse(repository.wingman('status', '--json').stdout).running.pid

const SCENES = [
  ['a repository', PLAIN, 'clean', CLEAN, 'approved'],
  ...Object.entries({ 'a repository': PLAIN, ...LAYOUTS }).map(
    ([name, layout]) => [name, layout, 'defective', DEFECT, 'needs-revision'] as const,
  ),
] as const

for (const [name, layout, kind, text, verdict] of SCENES) {
  test(`${name} moved while a review of ${kind} work runs: the request goes along and is answered there`, async () => {
    const slow = slowReview()
    const here = reviewedIn(layout, slow.config)
    const folder = resolve(here.dir, ...layout.path.split('/').map(() => '..'))
    const tip = here.commit('work', { 'a.js': text })
    await slow.hasBegun()
    const worker = workerOf(here)
    const moved = join(temporaryFolder(), 'moved')
    // All that belongs to it, the remote too.
    renameSync(folder, moved)
    layout.moved?.(moved)
    const there = wingmanAt(join(moved, layout.path))
    slow.end()
    await until(() => !isRunning(worker))

    expect(filesBelow(folder), 'something was written where the repository used to be').toEqual([])
    expect(there.wingman('status')).toMatchObject({ status: 0, stderr: '' })
    const pushed = there.push()
    expect(pushed.status === 0, pushed.output).toBe(verdict === 'approved')
    await there.reviewed()
    const { review } = JSON.parse(there.wingman('status', '--json').stdout)
    expect(review).toMatchObject({ commit: tip, verdict })
    expect(there.tryGit('fsck', '--no-dangling')).toMatchObject({ status: 0, output: '' })
    expect(there.git('status', '--porcelain')).toBe('')
  })
}

test('a worktree removed while its review runs: it stays removed, and its branch is held until it is reviewed elsewhere', async () => {
  const slow = slowReview()
  const main = reviewedRepository(slow.config)
  main.git('worktree', 'add', '-q', '-b', 'side', '../side')
  const side = wingmanAt(join(main.dir, '..', 'side'))
  side.commit('work', { 'a.js': DEFECT })
  await slow.hasBegun()
  const worker = workerOf(side)
  main.git('worktree', 'remove', '--force', '../side')
  slow.end()
  await until(() => !isRunning(worker))

  expect(existsSync(side.dir), 'the worktree came back').toBe(false)
  const administration = join(main.dir, '.git', 'worktrees')
  expect(existsSync(administration) ? readdirSync(administration) : []).toEqual([])
  expect(main.git('worktree', 'list', '--porcelain')).not.toContain('side')
  expect(main.tryGit('fsck', '--no-dangling')).toMatchObject({ status: 0, output: '' })
  expect(main.wingman('status')).toMatchObject({ status: 0, stderr: '' })

  const held = main.push('origin', 'side')
  expect(held.status, held.output).not.toBe(0)
  expect(held.output).not.toContain('bug of ours')
  main.git('checkout', '-q', 'side')
  await commitReviewed(main, { 'a.js': CLEAN })
  pushes(main, 'origin', 'side')
})

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(dir, name)).isFile(),
  )
}
