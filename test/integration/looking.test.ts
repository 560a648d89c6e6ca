import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reviewSchema } from '../../src/domain/review.schema.ts'
import { CLEAN, commitReviewed, DEFECT, gatedRepository } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { RULES_ONLY, type WingmanRepository, withWingman } from '../support/wingman.ts'

test('before anything was reviewed, each command says so', () => {
  const repository = withWingman(temporaryRepository())
  expect(repository.wingman('status').stdout).toContain('On main, no commit yet')
  expect(repository.wingman('status').stdout).toContain('No config: nothing is reviewed')
  repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
  const status = repository.wingman('status')
  expect(status.stdout).toContain('Config: 1 loop, 1 gate')
  expect(status.stdout).toContain('Hooks missing')
  expect(status.stdout).toContain('No review of main yet.')
  expect(repository.wingman('log')).toMatchObject({ status: 0, stdout: 'Nothing was reviewed yet.\n' })
  expect(json(repository, 'log')).toEqual({ version: 1, reviews: [], pushes: [], unreadable: [] })
  expect(json(repository, 'status')).toMatchObject({ version: 1, branch: 'main', review: null, waiting: 0 })
  for (const command of ['show', 'findings']) {
    const run = repository.wingman(command)
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain('Nothing was reviewed yet.')
  }
})

test('trouble that is over is no longer shown once HEAD is reviewed', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const trouble = { version: 1, code: 'E_STORE', message: 'the disk was full', hint: null }
  repository.write({ '.git/wingman/trouble.json': JSON.stringify(trouble) })
  expect(repository.wingman('status').stdout).not.toContain('the disk was full')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'unseen')
  const [last, reason] = repository.wingman('status').stdout.trimEnd().split('\n').slice(-2)
  expect(last).toMatch(/^Last review, of \w+, which is not HEAD: approved$/)
  expect(reason).toBe('The review could not be made: the disk was full')
})

test('a review is found by its id, the beginning of it, its commit, and its branch', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = repository.commit('bad', { 'a.js': DEFECT })
  await repository.reviewed()
  const { id } = repository.lastReview()
  for (const name of [[], [id], [id.slice(0, -3)], [bad], [bad.slice(0, 9)], ['HEAD'], ['main']]) {
    expect(reviewSchema.parse(json(repository, 'show', ...name)).id, name.join()).toBe(id)
  }
  const shown = repository.wingman('show').stdout
  expect(shown).toMatch(/^Review of main vs .+: 1 commit, 1 file\n/)
  expect(shown).toContain('a.js:1  debugger-statement')
  expect(repository.wingman('findings', id).stdout).toMatch(/^f-[0-9a-f]{10} {2}critical .* a\.js:1/)
  expect(json(repository, 'findings')).toMatchObject({
    version: 1,
    review: id,
    commit: bad,
    findings: [{ file: 'a.js' }],
  })
  expect(repository.wingman('status').stdout).toContain(
    `Last review, of HEAD: needs revision, 1 critical. More: wingman show ${id}`,
  )
  expect(json(repository, 'status')).toMatchObject({ review: { id, isHead: true, findings: 1 } })

  repository.commit('fixed', { 'a.js': CLEAN })
  await repository.reviewed()
  expect(repository.wingman('findings').stdout).toContain('Nothing is open')
  expect(
    repository
      .wingman('log')
      .stdout.split('\n')
      .map(line => line.split('  ')[4]),
  ).toEqual(['approved', 'needs revision', undefined])
  expect(repository.wingman('log', '-n', '1').stdout.trim().split('\n')).toHaveLength(1)
  expect(repository.wingman('show', id.slice(0, 4)).stderr).toContain('2 reviews begin with')
})

test.each([
  ['superseded', 'superseded by a newer commit'],
  ['interrupted', 'interrupted'],
  ['passed over', 'passed over'],
])('a review that was ended early stands in the log as what it is: %s', async (reason, words) => {
  const repository = gatedRepository(RULES_ONLY)
  repository.commit('clean', { 'a.js': CLEAN })
  await repository.reviewed()
  const review = repository.lastReview()
  const file = join(repository.dir, '.git/wingman/reviews', review.id, 'review.json')
  writeFileSync(file, JSON.stringify({ ...review, verdict: 'unknown', reason }))
  expect(repository.wingman('log').stdout.trim().split('  ')[4]).toBe(words)
})

test('a review of uncommitted work is told as one of that, and on top of what', () => {
  const repository = gatedRepository(RULES_ONLY)
  const head = repository.git('rev-parse', '--short=10', 'HEAD')
  repository.write({ 'a.js': DEFECT })
  repository.wingman('run', 'review')
  const said = () => repository.wingman('status').stdout
  expect(said()).toContain('Last review, of uncommitted work on top of HEAD: needs revision, 1 critical.')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'next')
  expect(said()).toContain(`Last review, of uncommitted work on top of ${head}, which is not HEAD: needs`)
})

test('hooks that git passes over are told as such', () => {
  const repository = gatedRepository(RULES_ONLY)
  chmodSync(join(repository.dir, '.git/hooks/pre-push'), 0o644)
  expect(repository.wingman('status').stdout).toContain(
    'Hooks not executable: pre-push. Git passes over them; `wingman doctor --fix` mends it.',
  )
  expect(json(repository, 'status').hooks).toMatchObject({ missing: [], off: ['pre-push'] })
  repository.wingman('doctor', '--fix')
  expect(repository.wingman('status').stdout).toContain('Hooks: post-commit')
})

test('before the first commit, the gate and a review of what is staged say what is missing', () => {
  const repository = withWingman(temporaryRepository())
  repository.write({ 'wingman.config.yaml': RULES_ONLY, 'a.js': CLEAN })
  for (const names of [[], ['HEAD'], ['main']]) {
    const { status, stderr } = repository.wingman('gate', ...names)
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      'wingman: There is no commit yet, so there is nothing that could be pushed. [E_NO_COMMIT]',
    ])
  }
  expect(repository.wingman('gate', 'other').stderr).toContain('is not a branch, tag or commit')
  const { status, stderr } = repository.wingman('run', 'review', '--staged')
  expect(status).toBe(2)
  expect(stderr).toContain('no commit yet, and nothing is staged')
  expect(stderr).toContain('wingman run review --dirty')
})

test('what is not there, or cannot be read, is told as such', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.commit('clean', { 'a.js': CLEAN })
  await repository.reviewed()
  const { id } = repository.lastReview()
  for (const name of ['nothing', '../../config', 'HEAD~1']) {
    expect(repository.wingman('show', name).status, name).toBe(2)
  }
  expect(repository.wingman('show', 'HEAD~1').stderr).toContain('has no review of its own')
  expect(repository.wingman('log', '-n', 'many').status).toBe(2)
  writeFileSync(join(repository.dir, '.git/wingman/reviews', id, 'review.json'), '{')
  expect(repository.wingman('show', id)).toMatchObject({ status: 3, stdout: '' })
  expect(repository.wingman('log').stdout).toContain(`${id}  cannot be read`)
  expect(repository.wingman('status').status).toBe(0)
})

function json(repository: WingmanRepository, ...args: string[]) {
  const { stdout, stderr } = repository.wingman(...args, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}
