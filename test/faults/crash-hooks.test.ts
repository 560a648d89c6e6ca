import { expect, test } from 'vitest'
import { commitUnseen } from '../support/gate-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'
import { killEverywhere, type Scenario } from './shim/crash.ts'
import { lookAndPush, textOf } from './shim/recover.ts'
import { commit } from './shim/scenes.ts'

// The hooks' own sh, which nothing of ours could clear up after: killed before each of its commands, in each shell that it becomes.

const committing: Scenario = { ...commit, shells: ['post-commit'] }

/** Reviewed by now, so that the gate says what it says without a wait. */
const pushing: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    commitUnseen(repository, { 'a.js': textOf(content) })
    expect(repository.wingman('run', 'review').status).toBe(content === 'clean' ? 0 : 1)
  },
  act: (repository, env) => void repository.run('git', ['push'], { env }),
  roles: ['pre-push'],
  shells: ['pre-push'],
  leavesAll: true,
  recover: lookAndPush,
}

for (const content of ['clean', 'defect'] as const) {
  test(`post-commit’s sh killed anywhere: the commit stands, and a ${content} one is reviewed by what comes next`, async () => {
    expect(await killEverywhere('post-commit sh', committing, content)).toEqual([])
  })

  test(`pre-push’s sh killed anywhere: a ${content} commit goes by its review, and by nothing else`, async () => {
    expect(await killEverywhere('pre-push sh', pushing, content)).toEqual([])
  })
}
