import { expect, test } from 'vitest'
import { killEverywhere, type Scenario } from './shim/crash.ts'
import { reviewAgain, textOf } from './shim/recover.ts'

const IN_A_WORKTREE = `reviewers:
  there: { run: 'test -f a.js', in: worktree }
loops:
  basics:
    reviewers: [rules, there]
gates:
  ship:
    requires: [basics]
`

/** A snapshot of what is staged, beside other work, and a command that runs in a checkout of it. */
const snapshot: Scenario = {
  config: IN_A_WORKTREE,
  prepare(repository, content) {
    repository.write({ 'a.js': textOf(content) })
    repository.git('add', 'a.js')
    repository.write({ 'README.md': '# project, changed\n', 'later.js': 'export const l = 1\n' })
  },
  act: (repository, env) => void repository.wingmanWith({ env }, 'run', 'review', '--staged'),
  roles: ['run review'],
  leavesIndex: true,
  recover: reviewAgain('--staged'),
}

test('a snapshot killed anywhere: index, tree, HEAD, reflog and stash are as they were, and the next one is whole', async () => {
  expect(await killEverywhere('snapshot', snapshot, 'clean')).toEqual([])
})

test('a snapshot of a defect killed anywhere: nothing of it ever leaves', async () => {
  expect(await killEverywhere('snapshot', snapshot, 'defect')).toEqual([])
})
