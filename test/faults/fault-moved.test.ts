import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, pushes } from '../support/gate-scenes.ts'
import { reviewedRepository, type WingmanRepository, wingmanAt } from '../support/wingman.ts'
import { isRunning, slowReview, until } from './shim/slow-review.ts'

const workerOf = (repository: WingmanRepository): number =>
  JSON.parse(repository.wingman('status', '--json').stdout).running.pid

for (const [name, text, verdict] of [
  ['clean', CLEAN, 'approved'],
  ['defective', DEFECT, 'needs-revision'],
] as const) {
  test(`a repository moved while a review of ${name} work runs: the request goes along and is answered there`, async () => {
    const slow = slowReview()
    const here = reviewedRepository(slow.config)
    const tip = here.commit('work', { 'a.js': text })
    await slow.hasBegun()
    const worker = workerOf(here)
    renameSync(here.dir, join(here.dir, '..', 'moved'))
    const there = wingmanAt(join(here.dir, '..', 'moved'))
    slow.end()
    await until(() => !isRunning(worker))

    expect(filesBelow(here.dir), 'something was written where the repository used to be').toEqual([])
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
