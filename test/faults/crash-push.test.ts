import { expect, test } from 'vitest'
import { commitUnseen } from '../support/gate-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'
import { killEverywhere, type Scenario } from './shim/crash.ts'
import { lookAndPush, textOf } from './shim/recover.ts'

/** The request lies there and nobody is at work: the gate waits, and starts the worker. */
const push: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    const tip = commitUnseen(repository, { 'a.js': textOf(content) })
    const request = `wingman-request 1\npost-commit ${tip} refs/heads/main -\nend\n`
    repository.write({ [`.git/wingman/queue/${tip}.1`]: request })
  },
  act: (repository, env) => void repository.run('git', ['push'], { env }),
  roles: ['pre-push', 'worker'],
  leavesAll: true,
  recover: lookAndPush,
}

test('a push killed anywhere in the gate, or in the review that it waits for: a clean commit leaves the next time', async () => {
  expect(await killEverywhere('push', push, 'clean')).toEqual([])
})

test('a push killed anywhere in the gate, or in the review that it waits for: a defect never leaves', async () => {
  expect(await killEverywhere('push', push, 'defect')).toEqual([])
})
