import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { repositoryAt, temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository } from '../support/wingman.ts'

const DEFECT = 'debugger\n'

/** A commit with a defect that was reviewed, and is held. */
async function withDefect(config = RULES_ONLY): Promise<WingmanRepository> {
  const repository = reviewedRepository(config)
  repository.commit('defect', { 'src/a.js': DEFECT })
  await repository.reviewed()
  return repository
}

test('a push from inside another repository is held', async () => {
  const repository = await withDefect()
  const other = repositoryAt(temporaryFolder())
  other.git('init', '-q')
  const remote = join(repository.dir, '..', 'remote.git')
  const pushed = other.run('git', [`--git-dir=${join(repository.dir, '.git')}`, 'push', remote, 'main'])
  expect(pushed.status).toBe(1)
  expect(pushed.stderr).toContain('this push is held')
})

test('a push from a folder that is of no repository is held, and says where to push from', async () => {
  const repository = await withDefect()
  const remote = join(repository.dir, '..', 'remote.git')
  const place = [`--git-dir=${join(repository.dir, '.git')}`, `--work-tree=${repository.dir}`]
  const pushed = repositoryAt(temporaryFolder()).run('git', [...place, 'push', remote, 'main'])
  expect(pushed.status).toBe(1)
  expect(pushed.stderr).toContain('this folder is of no repository. [E_NOT_A_REPOSITORY]')
  expect(pushed.stderr).toContain('Push from inside its own working tree.')
})

test('a new branch that takes the config away is held, and the gate by hand says the same', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.git('switch', '-q', '-c', 'topic')
  repository.git('rm', '-q', 'wingman.config.yaml')
  repository.commit('no policy', { 'src/a.js': DEFECT })
  expect(repository.push('origin', 'topic').stderr).toContain('the config is removed')
  expect(repository.wingman('gate').status).not.toBe(0)
})

test('a branch without a gate is no way onto one that has one', async () => {
  const repository = await withDefect(RULES_ONLY.replace('ship:\n', 'ship:\n    branches: [main]\n'))
  expect(repository.push('origin', 'main:wip').status).toBe(0)
  expect(repository.push('origin', 'main').status).toBe(1)
})

test('an address is held by a gate that names a remote', async () => {
  const repository = await withDefect(RULES_ONLY.replace('ship:\n', 'ship:\n    remotes: [origin]\n'))
  expect(repository.push('../remote.git', 'main').status).toBe(1)
})

test('installed anew, wingman does not take what it held for history', async () => {
  const repository = await withDefect()
  repository.wingman('uninstall')
  repository.wingman('install')
  expect(repository.push().status).toBe(1)
})

test('in a clone of a project that has wingman, what is only here is asked for', () => {
  const origin = reviewedRepository(RULES_ONLY)
  origin.git('clone', '-q', '../remote.git', '../clone')
  const clone = { ...origin, ...repositoryAt(join(origin.dir, '..', 'clone')) }
  clone.commit('defect', { 'src/a.js': DEFECT })
  clone.run(process.execPath, [fileURLToPath(new URL('../../dist/wingman.js', import.meta.url)), 'install'])
  expect(clone.tryGit('push').status).toBe(1)
})

test('a command is not run in a tree that hides files from git', async () => {
  const config = 'reviewers:\n  check: { run: sh check.sh }\nloops:\n  basics:\n    reviewers: [check]\n'
  const repository = reviewedRepository(config)
  repository.commit('fails', { 'check.sh': 'exit 1\n' })
  await repository.reviewed()
  repository.git('update-index', '--assume-unchanged', 'check.sh')
  repository.write({ 'check.sh': 'exit 0\n' })
  expect(repository.wingman('run', 'review', '--fresh').status).toBe(1)
})

test('a link called .wingman leads nowhere that we write or delete', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'REVIEW.md'), 'mine\n')
  writeFileSync(join(outside, '.gitignore'), 'mine\n')
  repository.run('rm', ['-rf', '.wingman'])
  symlinkSync(outside, join(repository.dir, '.wingman'))
  repository.git('add', '-f', '.wingman')
  repository.commit('clean', { 'src/a.js': 'export {}\n' })
  repository.wingman('run', 'review')
  repository.wingman('uninstall')
  const left = repositoryAt(outside)
  expect([left.read('REVIEW.md'), left.read('.gitignore')]).toEqual(['mine\n', 'mine\n'])
})

test('a line that leaves a fixture for the source is news', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.commit('fixture', { 'test/fixtures/a.js': DEFECT })
  await repository.reviewed()
  mkdirSync(join(repository.dir, 'src'))
  repository.git('mv', 'test/fixtures/a.js', 'src/a.js')
  repository.commit('moved')
  await repository.reviewed()
  expect(repository.push().status).toBe(1)
})

test('what was taken back is answered: nothing stays open', async () => {
  const repository = await withDefect()
  expect(repository.has('.wingman/REVIEW.md')).toBe(true)
  repository.git('revert', '--no-edit', 'HEAD')
  await repository.reviewed()
  expect(repository.has('.wingman/REVIEW.md')).toBe(false)
  expect(repository.wingman('findings').stdout).toContain('Nothing is open')
})

test('whoever pushes a secret is told that a fix on top still pushes it', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  const key = ['ghp', 'Zq3vK8wXr5TnB7yLd2HfJ9sGm4PcA6uE1iOk'].join('_')
  repository.commit('secret', { 'src/a.js': `export const token = '${key}'\n` })
  await repository.reviewed()
  const held = repository.push()
  expect(held.stderr).toContain('take it out of the history')
  expect(held.stderr).not.toContain(key)
})
