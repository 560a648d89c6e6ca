import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { CLEAN, DEFECT, shortId } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, withWingman } from '../support/wingman.ts'

test('without flags: the branch since it left main, uncommitted work included', () => {
  const repository = project()
  repository.git('checkout', '-q', '-b', 'feat/x')
  repository.commit('one', { 'a.js': CLEAN })
  repository.commit('two', { 'b.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  repository.commit('elsewhere', { 'elsewhere.js': DEFECT })
  repository.git('checkout', '-q', 'feat/x')
  repository.write({ 'c.js': DEFECT })
  const run = repository.wingman('run', 'review')
  expect(run.stdout).toMatch(/^Reviewing feat\/x vs main: 2 commits, 3 files, 1 uncommitted\n/)
  expect(run.stdout).toContain('c.js:1  debugger-statement')
  expect(run.stdout).not.toContain('elsewhere.js')
  expect(run.status).toBe(1)
})

test('one commit against its parent, also the first one, whatever base the config names', () => {
  const repository = project(`${RULES_ONLY}context:\n  base: main\n`)
  repository.git('checkout', '-q', '-b', 'topic')
  repository.commit('bad', { 'a.js': DEFECT })
  const good = repository.commit('good', { 'b.js': CLEAN })
  const run = repository.wingman('run', 'review', '--commit', good)
  expect(run.stdout).toContain(`vs ${shortId(repository.git('rev-parse', 'HEAD~1'))}: 1 commit, 1 file`)
  expect(run.status).toBe(0)
  const root = repository.wingman('run', 'review', '--commit', 'main')
  expect(root.stdout).toContain('vs the beginning: 1 commit, 2 files')
  expect(root.status).toBe(0)
})

test('a range, with two dots or three, open at its end or not', () => {
  const repository = project()
  const start = repository.git('rev-parse', 'HEAD')
  repository.commit('one', { 'a.js': CLEAN })
  repository.commit('two', { 'b.js': DEFECT })
  expect(covered(repository, '--range', `${start}..HEAD~1`)).toEqual(['a.js'])
  expect(covered(repository, '--range', `${start}...`)).toEqual(['a.js', 'b.js'])
  expect(covered(repository, '--base', 'HEAD~1')).toEqual(['b.js'])
})

test('only what is staged, and index and tree stay as they were', () => {
  const repository = project(`${RULES_ONLY}context:\n  base: main\n`)
  repository.git('checkout', '-q', '-b', 'topic')
  repository.commit('committed', { 'committed.js': DEFECT, 'a.js': CLEAN })
  repository.write({ 'a.js': `${CLEAN}export const b = 2\n`, 'new.js': CLEAN })
  repository.git('add', 'a.js', 'new.js')
  repository.write({ 'a.js': DEFECT, 'untracked.js': DEFECT })
  const before = fingerprint(repository)
  const run = repository.wingman('run', 'review', '--staged')
  expect(run.stdout).toMatch(/: 0 commits, 2 files, 2 uncommitted\n/)
  expect(run.status).toBe(0)
  expect(fingerprint(repository)).toEqual(before)
  expect(covered(repository, '--dirty')).toEqual(['a.js', 'new.js', 'untracked.js'])
  expect(fingerprint(repository)).toEqual(before)
})

test('nothing to review is said, and is no failure', () => {
  const repository = project()
  repository.git('checkout', '-q', '-b', 'topic')
  for (const flags of [[], ['--staged'], ['--dirty']]) {
    const run = repository.wingman('run', 'review', ...flags)
    expect(run).toMatchObject({ status: 0 })
    expect(run.stdout).toContain('Nothing to review: topic is the same as')
  }
  expect(JSON.parse(repository.wingman('run', 'review', '--json').stdout)).toMatchObject({ version: 1 })
})

test.each([
  [['--commit', 'HEAD', '--staged'], '--commit and --staged cannot be used together'],
  [['--range', 'HEAD~1..HEAD', '--base', 'main'], '--range and --base cannot be used together'],
  [['--commit', ''], '`` is not a commit'],
  [['--commit', 'nowhere'], '`nowhere` is not a commit'],
  [['--commit', '--staged=x'], '`--staged=x` is not a commit'],
  [['--base', 'nowhere'], '`nowhere` is not a commit'],
  [['--range', 'nowhere..HEAD'], '`nowhere` is not a commit'],
  [['--range', 'HEAD'], '`HEAD` is not a range'],
  [['--loop', 'basix'], "Did you mean 'basics'?"],
  [['--trigger', 'explicitly'], "Did you mean 'explicit'?"],
  [['--no-such-flag'], 'unknown option'],
])('wrong usage is told as such: %j', (flags, words) => {
  const run = project().wingman('run', 'review', ...flags)
  expect(run.stderr).toContain(words)
  expect(run.status).toBe(2)
  expect(run.stdout).toBe('')
})

test('outside a repository, without a config, without a commit', () => {
  const bare = withWingman(temporaryRepository({ init: [] }))
  expect(bare.wingman('run', 'review')).toMatchObject({ status: 2 })
  const empty = withWingman(temporaryRepository())
  const noConfig = empty.wingman('run', 'review')
  expect(noConfig.status).toBe(2)
  expect(noConfig.stderr).toContain('wingman init')
  empty.write({ 'wingman.config.yaml': RULES_ONLY })
  const first = empty.wingman('run', 'review')
  expect(first.stdout).toContain('vs the beginning: 0 commits, 1 file, 1 uncommitted')
  expect(first.status).toBe(0)
})

test('from a subdirectory, in a path with spaces, and on no branch', () => {
  const repository = project(RULES_ONLY, "it's a project (1)")
  repository.commit('bad', { 'deep/er/a.js': DEFECT })
  repository.git('checkout', '-q', '--detach')
  const run = repository.wingmanWith(
    { cwd: join(repository.dir, 'deep/er') },
    'run',
    'review',
    '--base',
    'main~1',
  )
  expect(run.stdout).toContain('deep/er/a.js:1  debugger-statement')
  expect(run.status).toBe(1)
  expect(repository.wingman('status').stdout).toContain('On a detached HEAD')
})

test('a branch that follows another branch is reviewed against that one', () => {
  const repository = repositoryWithRemote()
  repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
  repository.git('push', '-q', 'origin', 'main')
  repository.git('checkout', '-q', '-b', 'release')
  repository.commit('release', { 'release.js': DEFECT })
  repository.git('push', '-q', '-u', 'origin', 'release')
  repository.git('checkout', '-q', '-b', 'topic', '--track', 'origin/release')
  repository.commit('topic', { 'a.js': CLEAN })
  expect(repository.wingman('run', 'review').stdout).toContain(
    'Reviewing topic vs origin/release: 1 commit, 1 file',
  )
  repository.git('push', '-q', '-u', 'origin', 'topic')
  expect(repository.wingman('run', 'review').stdout, 'its own namesake is no base').toContain(
    'Reviewing topic vs origin/main: 2 commits, 2 files',
  )
})

function project(config = RULES_ONLY, name = 'project'): WingmanRepository {
  const repository = withWingman(temporaryRepository({ name }))
  repository.commit('start', { 'README.md': '# project\n', 'wingman.config.yaml': config })
  return repository
}

function covered(repository: WingmanRepository, ...flags: string[]): string[] {
  const review: Review = JSON.parse(repository.wingman('run', 'review', '--json', ...flags).stdout)
  return review.loops.flatMap(loop => loop.reviewers.flatMap(({ coverage }) => coverage.covered))
}

/** The index byte by byte, and what git says of the tree. */
function fingerprint(repository: WingmanRepository) {
  const index = createHash('sha256')
    .update(readFileSync(join(repository.dir, '.git', 'index')))
    .digest('hex')
  return {
    index,
    status: repository.git('--no-optional-locks', 'status', '--porcelain'),
    text: repository.read('a.js'),
  }
}
