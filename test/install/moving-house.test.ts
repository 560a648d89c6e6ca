import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addHusky, install, npmProject, runHusky } from '../support/husky-project.ts'
import { treeOf } from '../support/tree.ts'
import { type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const hooksIn = ({ dir }: WingmanRepository) =>
  Object.keys(treeOf(join(dir, '.git/hooks'), { without: /\.sample$/ }))

test('husky came later: the old stubs go, what was there before is back, and the hooks stand in .husky', () => {
  const repository = npmProject({ husky: null })
  repository.executable('.git/hooks/pre-push', '#!/bin/sh\necho mine\n')
  install(repository)
  addHusky(repository)
  runHusky(repository)
  const status = repository.wingman('status').stdout
  expect(status).toContain('Hooks missing: post-commit')
  expect(status).toContain('Hooks left behind where git no longer looks: .git/hooks/post-commit')
  expect(install(repository)).toContain('your own .git/hooks/pre-push is back, but git no longer looks there')
  expect(hooksIn(repository)).toEqual(['pre-push'])
  expect(repository.read('.git/hooks/pre-push')).toBe('#!/bin/sh\necho mine\n')
  expect(repository.read('.husky/pre-push')).toContain('# >>> wingman')
  expect(repository.wingman('status').stdout).toMatch(/^Hooks: post-commit, /m)
  expect(install(repository)).toBe('Nothing to do: the hooks are in place.\n')
})

test('the same where the list of what was installed is lost', () => {
  const repository = npmProject()
  install(repository)
  rmSync(join(repository.dir, '.git/wingman/installed.json'))
  runHusky(repository)
  install(repository)
  expect(hooksIn(repository)).toEqual([])
})

test('--dry-run says what would be taken back, and takes nothing', () => {
  const repository = npmProject()
  install(repository)
  runHusky(repository)
  expect(install(repository, '--dry-run')).toContain('would take back .git/hooks/pre-push')
  expect(hooksIn(repository)).toContain('pre-push')
})

test('husky is named: nothing runs twice, and uninstall leaves no trace of either', () => {
  const repository = npmProject()
  const before = treeOf(repository.dir, { without: /^node_modules|^\.git\/wingman/ })
  install(repository)
  install(repository, '--host', 'husky')
  expect(hooksIn(repository)).toEqual([])
  repository.wingman('uninstall')
  expect(treeOf(repository.dir, { without: /^node_modules|^\.git\/wingman/ })).toEqual(before)
})

test('from pre-commit to git: the entry goes out of its config', () => {
  const repository = npmProject({ husky: null })
  const config = 'repos:\n- repo: local\n  hooks: []\n'
  repository.commit('config', { '.pre-commit-config.yaml': config })
  install(repository, '--host', 'pre-commit')
  expect(repository.read('.pre-commit-config.yaml')).toContain('id: wingman')
  expect(install(repository, '--host', 'git')).toContain('restored .pre-commit-config.yaml')
  expect(repository.read('.pre-commit-config.yaml')).toBe(config)
  expect(hooksIn(repository)).toContain('pre-push')
})

test('an old stub that somebody edited is left to them, and said so', () => {
  const repository = npmProject()
  install(repository)
  const hook = '.git/hooks/post-merge'
  repository.write({ [hook]: `${repository.read(hook)}# mine\n` })
  runHusky(repository)
  expect(install(repository)).toContain(`left ${hook}: it was edited since`)
  expect(repository.read(hook)).toContain('# mine')
})

test('what another worktree has in its tree stays there, and agents keep their settings', () => {
  const repository = npmProject()
  runHusky(repository)
  install(repository, '--agents', 'claude')
  repository.commit('hooks')
  repository.git('worktree', 'add', '-q', '-b', 'side', 'side')
  const side = wingmanAt(join(repository.dir, 'side'))
  install(side)
  repository.run('cp', ['-R', 'node_modules', 'side/node_modules'])
  install(side)
  install(repository)
  for (const place of [repository, side]) expect(place.read('.husky/pre-push')).toContain('# >>> wingman')
  expect(repository.read('.claude/settings.local.json')).toContain('agent-hook')
})

test('a worktree with a hooks folder of its own leaves the stubs of the others alone', () => {
  const repository = npmProject()
  install(repository)
  repository.git('config', 'extensions.worktreeConfig', 'true')
  repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
  const side = wingmanAt(join(repository.dir, '../side'))
  side.git('config', '--worktree', 'core.hooksPath', '.githooks')
  install(side)
  expect(side.read('.githooks/pre-push')).toContain('# >>> wingman')
  expect(hooksIn(repository)).toContain('pre-push')
  expect(repository.wingman('doctor').status).toBe(0)
})
