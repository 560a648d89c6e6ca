import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  pushes,
  repairAndPush,
  shortId,
} from '../support/gate-scenes.ts'
import { RULES_ONLY, repositoryWithRemote, wingmanAt } from '../support/wingman.ts'

test('three commits, each reviewed on its own, go out together', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const first = await commitReviewed(repository, { 'a.js': CLEAN })
  await commitReviewed(repository, { 'b.js': CLEAN })
  await commitReviewed(repository, { 'c.js': CLEAN })
  expect(repository.lastReview().snapshot).toMatchObject({ commits: 1 })
  expect(repository.wingman('gate').stdout).toContain('refs/heads/main is approved')
  pushes(repository)
  expect(repository.wingman('show', first).status).toBe(0)
})

test('a bad commit in the middle goes out when a review covers it together with its fix', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const good = await commitReviewed(repository, { 'a.js': CLEAN })
  const bad = await commitReviewed(repository, { 'b.js': DEFECT })
  commitUnseen(repository, { 'b.js': CLEAN })
  expect(repository.wingman('run', 'review', '--commit', 'HEAD').status).toBe(0)
  const held = repository.push()
  expect(held.stderr, 'the fix alone says nothing of what it fixes').toContain(
    `needs revision (1 finding in the review of ${shortId(bad)})`,
  )
  repository.git('reset', '-q', '--soft', 'HEAD~1')
  await commitReviewed(repository, {})
  expect(repository.lastReview().snapshot).toMatchObject({ base: good, commits: 2 })
  pushes(repository)
})

test('an unreviewed commit below a reviewed one does not slip through', () => {
  const repository = gatedRepository(RULES_ONLY)
  const hidden = commitUnseen(repository, { 'a.js': DEFECT })
  commitUnseen(repository, { 'b.js': CLEAN })
  expect(repository.wingman('run', 'review', '--commit', 'HEAD').status).toBe(0)
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain(`${shortId(hidden)} was never reviewed`)
  repository.git('reset', '-q', '--hard', 'HEAD~2')
  const other = commitUnseen(repository, { 'a.js': CLEAN })
  commitUnseen(repository, { 'b.js': CLEAN })
  repository.wingman('run', 'review', '--commit', 'HEAD')
  const again = repository.push()
  expect(again.stderr).toContain(`${shortId(other)} was never reviewed`)
  expect(repairAndPush(repository, again).status).toBe(0)
})

test('the review of a commit covers what was committed below it without hooks', async () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { 'a.js': DEFECT })
  await commitReviewed(repository, { 'b.js': CLEAN })
  expect(repository.lastReview()).toMatchObject({ verdict: 'needs-revision' })
  expect(repository.push().stderr).toContain('a.js:1  debugger-statement')
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
})

test('history from before wingman came is never asked for', async () => {
  const repository = repositoryWithRemote()
  repository.commit('old', { 'old.js': DEFECT })
  repository.write({ 'wingman.config.yaml': RULES_ONLY })
  repository.wingman('install')
  repository.git('init', '-q', '--bare', '../second.git')
  repository.git('remote', 'add', 'second', '../second.git')
  pushes(repository, 'second', 'main')
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository, 'second', 'main')
  commitUnseen(repository, { 'b.js': CLEAN })
  expect(repository.push('second', 'main').status).toBe(1)
})

test('a reviewed branch is merged into main, fast-forward, with a commit, and beside other work', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  repository.git('merge', '-q', '--no-ff', '-m', 'a commit of its own', 'topic')
  pushes(repository)

  repository.git('checkout', '-q', '-b', 'next')
  await commitReviewed(repository, { 'b.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  repository.git('merge', '-q', '--ff-only', 'next')
  pushes(repository)

  repository.git('checkout', '-q', '-b', 'late', 'HEAD~1')
  await commitReviewed(repository, { 'c.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  await commitReviewed(repository, { 'd.js': CLEAN })
  repository.git('merge', '-q', '--no-edit', 'late')
  pushes(repository)
})

test('a merge that brings in a bad branch, or something of its own, is held', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': DEFECT })
  repository.git('checkout', '-q', 'main')
  repository.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
  expect(repository.push().stderr).toContain('a.js:1  debugger-statement')

  repository.git('reset', '-q', '--hard', 'HEAD~1')
  repository.git('checkout', '-q', '-b', 'good')
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  repository.git('merge', '-q', '--no-ff', '--no-commit', 'good')
  commitUnseen(repository, { 'slipped-in.js': DEFECT })
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toMatch(/has other content|was never reviewed/)
})

test('what was reviewed in one worktree goes out from another', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('worktree', 'add', '-q', '-b', 'topic', '../second')
  const second = wingmanAt(join(repository.dir, '..', 'second'))
  await commitReviewed(second, { 'a.js': CLEAN })
  pushes(repository, 'origin', 'topic')
  commitUnseen(second, { 'b.js': CLEAN })
  const held = repository.push('origin', 'topic')
  expect(held.status).toBe(1)
  expect(repairAndPush(repository, held, 'origin', 'topic').status).toBe(0)
})

test('whoever commits and pushes at once waits for the review, every time', () => {
  const repository = gatedRepository(RULES_ONLY)
  for (let turn = 0; turn < 8; turn += 1) {
    repository.commit(`turn ${turn}`, { [`${turn}.js`]: `export const a = ${turn}\n` })
    if (turn % 3 === 0) repository.commit('and one more', { 'more.js': `export const b = ${turn}\n` })
    const pushed = repository.push()
    expect(pushed, pushed.output).toMatchObject({ status: 0 })
  }
  repository.commit('bad', { 'bad.js': DEFECT })
  expect(repository.push().stderr).toContain('bad.js:1  debugger-statement')
})
