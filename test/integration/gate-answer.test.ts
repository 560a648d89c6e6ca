import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitUnseen, DEFECT, gatedRepository, onRemote } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

// That the gate came to no harm is no yes: each of these ended with exit code 0 without an answer.

function isHeld(repository: WingmanRepository, env: Record<string, string> = {}): void {
  const before = onRemote(repository, 'refs/heads/main')
  const pushed = repository.run('git', ['push', 'origin', 'HEAD:main'], { env })
  expect(pushed.status, pushed.output).not.toBe(0)
  expect(onRemote(repository, 'refs/heads/main')).toBe(before)
}

test('a wingman that was installed by half holds the push', () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { 'a.js': DEFECT })
  repository.write({ 'node_modules/git-wingman/dist/hook.js': '' })
  isHeld(repository)
  expect(repository.push().stderr).toContain('the gate ended without an answer')
})

const CONFIG =
  'export default { loops: { basics: { reviewers: ["rules"] } }, gates: { ship: { requires: ["basics"] } } }\n'

test.each(['await new Promise(() => {})', 'process.exit(0)'])(
  'a config that does `%s` holds the push',
  line => {
    const repository = gatedRepository(RULES_ONLY)
    rmSync(join(repository.dir, 'wingman.config.yaml'))
    commitUnseen(repository, { 'a.js': DEFECT, 'wingman.config.mjs': `${line}\n${CONFIG}` })
    isHeld(repository)
  },
)

test('where not even `cat` is to be had, a chained hook does not open the gate', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.executable('.git/hooks/pre-push.before-wingman', '#!/bin/sh\nexit 0\n')
  commitUnseen(repository, { 'a.js': DEFECT })
  const bin = join(repository.dir, '../bin')
  mkdirSync(bin)
  for (const name of ['git', 'node', 'sh'])
    symlinkSync(repository.run('sh', ['-c', `command -v ${name}`]).stdout.trim(), join(bin, name))
  isHeld(repository, { PATH: bin })
})

test.each(['origin', 'gh'])(
  'whoever installs on a branch that was never pushed to %s does not have its commits waved through',
  remote => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('clone', '-q', '-o', remote, '../remote.git', '../clone')
    const clone = wingmanAt(join(repository.dir, '../clone'))
    clone.git('switch', '-q', '--no-track', '-c', 'feature')
    commitUnseen(clone, { 'a.js': DEFECT })
    expect(clone.wingman('install').status).toBe(0)
    expect(clone.push(remote, 'feature').status).not.toBe(0)
  },
)

test('doctor --fix takes nothing for history', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('switch', '-q', '-c', 'feature')
  commitUnseen(repository, { 'a.js': DEFECT })
  for (const path of ['.git/wingman', '.git/hooks/post-merge'])
    rmSync(join(repository.dir, path), { recursive: true })
  repository.wingman('doctor', '--fix')
  expect(repository.has('.git/wingman/adopted')).toBe(false)
  expect(repository.push('origin', 'feature').status).not.toBe(0)
})

test('a commit whose caller has files open does not keep them open', async () => {
  const repository = gatedRepository(
    'reviewers:\n  slow: { run: sleep 5 }\nloops:\n  basics: { reviewers: [slow] }\n',
  )
  const began = performance.now()
  // The pipe ends when nobody has it open any more.
  repository.run('sh', ['-c', 'git commit -q --allow-empty -m x 3>&1 4>&1 9>&1 | cat'])
  expect(performance.now() - began).toBeLessThan(4_000)
  await repository.reviewed()
})

test('a pipe among our files keeps neither a commit nor a push waiting', async () => {
  const repository = gatedRepository(RULES_ONLY)
  rmSync(join(repository.dir, '.git/wingman/epoch'), { force: true })
  mkdirSync(join(repository.dir, '.git/wingman/queue'), { recursive: true })
  for (const name of ['epoch', 'queue/pipe']) repository.run('mkfifo', [join('.git/wingman', name)])
  expect(repository.run('timeout', ['20', 'git', 'commit', '-q', '--allow-empty', '-m', 'x']).status).toBe(0)
  expect(repository.run('timeout', ['20', 'git', 'push', '--dry-run']).status).not.toBe(124)
  // Nor the worker, which would keep the lock.
  const running = () => JSON.parse(repository.wingman('status', '--json').stdout).running
  await expect.poll(running, { timeout: 60_000 }).toBeNull()
})
