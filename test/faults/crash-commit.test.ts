import { expect, test } from 'vitest'
import { RULES_ONLY } from '../support/wingman.ts'
import { killEverywhere, type Scenario } from './shim/crash.ts'
import { lookAndPush, textOf } from './shim/recover.ts'

const commit: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    repository.write({ 'a.js': textOf(content) })
    repository.git('add', '-A')
  },
  act(repository, env) {
    const { status, output } = repository.run('git', ['commit', '-q', '-m', 'work'], { env })
    expect(status, output).toBe(0)
  },
  roles: ['worker'],
  leavesIndex: false,
  recover: lookAndPush,
}

test('a worker killed anywhere: a clean commit is reviewed by what comes next, and leaves', async () => {
  expect(await killEverywhere('commit', commit, 'clean')).toEqual([])
})

test('a worker killed anywhere: a defect is found by what comes next, and never leaves', async () => {
  expect(await killEverywhere('commit', commit, 'defect')).toEqual([])
})
