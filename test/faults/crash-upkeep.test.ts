import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitUnseen } from '../support/gate-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'
import { type Content, killEverywhere, type Scenario } from './shim/crash.ts'
import { reviewAgain, textOf } from './shim/recover.ts'

const HUNDRED_DAYS = 100 * 24 * 60 * 60_000

/** Judged twice: what was said first is approval, and only the second turn keeps it from speaking. */
function judgedTwice(repository: WingmanRepository, content: Content): void {
  commitUnseen(repository, { 'a.js': textOf(content) })
  const due = content === 'clean' ? 0 : 1
  expect(repository.wingman('run', 'review').status).toBe(due)
  for (const path of results(repository)) {
    const result = JSON.parse(readFileSync(path, 'utf8'))
    const outcome = { ...result.outcome, verdict: 'approved', reason: null }
    writeFileSync(path, JSON.stringify({ ...result, outcome }))
  }
  expect(repository.wingman('run', 'review', '--fresh').status).toBe(due)
}

function results({ dir }: WingmanRepository): string[] {
  const folder = join(dir, '.git/wingman/results')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => join(folder, name))
}

/** First a push, which may find anything but an approval of a defect; then as somebody does who was held. */
function pushFirst(repository: WingmanRepository, content: Content): void {
  const pushed = repository.push()
  if (content === 'defect') expect(pushed.status, pushed.output).not.toBe(0)
  reviewAgain()(repository, content)
}

const clean: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    judgedTwice(repository, content)
    repository.git('switch', '-q', '-c', 'gone')
    expect(repository.wingman('run', 'review').status).toBe(content === 'clean' ? 0 : 1)
    repository.git('switch', '-q', 'main')
    repository.git('branch', '-q', '-D', 'gone')
    repository.write({ [`.git/wingman/.tmp-${deadPid()}-00ff00ff00ff`]: 'left behind' })
  },
  act(repository, env) {
    const clock = join(temporaryFolder(), 'clock')
    writeFileSync(clock, `${HUNDRED_DAYS}`)
    repository.wingmanWith({ env: { ...env, WINGMAN_CLOCK: clock } }, 'clean', '--yes')
  },
  roles: ['clean --yes'],
  leavesAll: true,
  recover: pushFirst,
}

/** Something for nearly every check: hooks, lock, results, snapshots, requests. */
const mend: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    judgedTwice(repository, content)
    writeFileSync(results(repository).at(-1) ?? '', 'damaged')
    rmSync(join(repository.dir, '.git/hooks/post-merge'))
    const lock = join(repository.dir, '.git/wingman/lock')
    writeFileSync(join(lock, 'claim.90'), '')
    const file = repository.git('rev-parse', 'HEAD:README.md')
    repository.git('update-ref', 'refs/wingman/snapshots/is-no-commit', file)
    repository.write({ '.git/wingman/queue/half': 'wingman-request 1\n' })
    utimesSync(join(repository.dir, '.git/wingman/queue/half'), 1, 1)
  },
  act: (repository, env) => void repository.wingmanWith({ env }, 'doctor', '--fix'),
  roles: ['doctor --fix'],
  leavesAll: true,
  recover(repository, content) {
    const again = repository.wingman('doctor', '--fix')
    expect(again.status, again.output).toBe(0)
    expect(repository.wingman('doctor').stdout).toContain('All is well.')
    pushFirst(repository, content)
  },
}

const deadPid = (): number => spawnSync(process.execPath, ['-e', '0']).pid

for (const content of ['clean', 'defect'] as const) {
  test(`cleaning up killed anywhere, ${content} work: no older judgement speaks again, and the next review completes`, async () => {
    expect(await killEverywhere('clean', clean, content)).toEqual([])
  })

  test(`doctor --fix killed anywhere, ${content} work: the next one mends the rest, and nothing is approved by it`, async () => {
    expect(await killEverywhere('doctor', mend, content)).toEqual([])
  })
}
