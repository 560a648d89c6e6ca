import { expect, test } from 'vitest'
import { RULES_ONLY } from '../support/wingman.ts'
import { killEverywhere, type Scenario } from './shim/crash.ts'
import { reviewAgain, textOf } from './shim/recover.ts'

/** Work in every stage: staged, changed, deleted, untracked. */
const review: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    repository.write({ 'a.js': textOf(content), 'staged.js': 'export const s = 1\n' })
    repository.git('add', 'staged.js')
    repository.write({ 'README.md': '# project, changed\n' })
  },
  act: (repository, env) => void repository.wingmanWith({ env }, 'run', 'review'),
  roles: ['run review'],
  leavesAll: true,
  recover: reviewAgain(),
}

test('a review of uncommitted work killed anywhere: the person’s work is as it was, and the next one completes', async () => {
  expect(await killEverywhere('run review', review, 'clean')).toEqual([])
})

test('a review of uncommitted work killed anywhere: a defect is still found, and never leaves', async () => {
  expect(await killEverywhere('run review', review, 'defect')).toEqual([])
})
