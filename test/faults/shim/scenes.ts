import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { commitUnseen } from '../../support/gate-scenes.ts'
import { RULES_ONLY } from '../../support/wingman.ts'
import type { Scenario } from './crash.ts'
import { lookAndPush, reviewAgain, textOf } from './recover.ts'

export const commit: Scenario = {
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
  leavesAll: false,
  recover: lookAndPush,
}

const IN_A_WORKTREE = `reviewers:
  there: { run: 'test -f a.js', in: worktree }
loops:
  basics:
    reviewers: [rules, there]
gates:
  ship:
    requires: [basics]
`

/** A snapshot of what is staged, beside other work and a stash, and a command that runs in a checkout of it. */
export const snapshot: Scenario = {
  config: IN_A_WORKTREE,
  prepare(repository, content) {
    for (const text of ['# put away\n', '# put away later\n']) {
      repository.write({ 'README.md': text })
      repository.git('stash', '-q')
    }
    repository.write({ 'a.js': textOf(content) })
    repository.git('add', 'a.js')
    repository.write({ 'README.md': '# project, changed\n', 'later.js': 'export const l = 1\n' })
  },
  act: (repository, env) => void repository.wingmanWith({ env }, 'run', 'review', '--staged'),
  roles: ['run review'],
  leavesAll: true,
  recover: reviewAgain('--staged'),
}

/** Work in every stage: staged, changed, deleted, untracked. */
export const review: Scenario = {
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

/** The request lies there and nobody is at work: the gate waits, and starts the worker. */
export const push: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    const tip = commitUnseen(repository, { 'a.js': textOf(content) })
    const queue = join(repository.git('rev-parse', '--absolute-git-dir'), 'wingman', 'queue')
    const branch = repository.git('symbolic-ref', 'HEAD')
    mkdirSync(queue, { recursive: true })
    writeFileSync(join(queue, `${tip}.1`), `wingman-request 1\npost-commit ${tip} ${branch} -\nend\n`)
  },
  act: (repository, env) => void repository.run('git', ['push'], { env }),
  roles: ['pre-push', 'worker'],
  leavesAll: true,
  recover: lookAndPush,
}
