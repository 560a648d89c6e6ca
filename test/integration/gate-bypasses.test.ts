import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJournal } from '../../src/adapters/store/journal.ts'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  pushes,
  shortId,
} from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const bypasses = (repository: WingmanRepository) =>
  JSON.parse(repository.wingman('status', '--json').stdout).bypasses

test.each([
  ['--no-verify', {}, ['--no-verify']],
  ['WINGMAN=0', { WINGMAN: '0' }, []],
])('a push with %s is noticed, and told by status, log and report', (_, env, args) => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  expect(repository.run('git', ['push', '-q', ...args], { env }).status).toBe(0)
  const status = repository.wingman('status')
  expect(status.stdout).toContain('Went out without the gate: 1 push in the last 7 days')
  const line = `refs/heads/main at ${shortId(bad)} was pushed to origin without the gate, by Test <test@localhost>`
  for (const command of [['status'], ['log'], ['gate', 'report']])
    expect(repository.wingman(...command).stdout).toContain(line)
  expect(bypasses(repository)).toMatchObject([{ commit: bad, ref: 'refs/heads/main', gates: ['ship'] }])
})

test('what the gate let go is no bypass, nor is what somebody else pushed', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
  repository.git('clone', '-q', '../remote.git', '../theirs')
  const theirs = wingmanAt(join(repository.dir, '../theirs'))
  commitUnseen(theirs, { 'b.js': DEFECT })
  theirs.git('push', '-q')
  repository.git('pull', '-q', '--ff-only')
  expect(bypasses(repository)).toEqual([])
})

test('what went out before wingman came is no bypass', () => {
  const repository = gatedRepository(RULES_ONLY)
  expect(repository.wingman('gate', 'report').stdout).toContain('Went out without the gate: 0.')
})

test('a new branch, and each of several pushes, is noticed once', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('switch', '-q', '-c', 'feature')
  const one = commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('push', '-q', '--no-verify', 'origin', 'feature')
  const two = commitUnseen(repository, { 'b.js': DEFECT })
  repository.git('push', '-q', '--no-verify', 'origin', 'feature')
  const found = () => bypasses(repository).map(({ commit }: { commit: string }) => commit)
  expect(found().sort()).toEqual([one, two].sort())
  expect(found()).toHaveLength(2)
})

test('a branch that no gate holds may be pushed without it', () => {
  const repository = gatedRepository(`${RULES_ONLY}    branches: [main]\n`)
  repository.git('switch', '-q', '-c', 'draft')
  commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('push', '-q', '--no-verify', 'origin', 'draft')
  expect(bypasses(repository)).toEqual([])
})

test('the worker of the next commit notices it too', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('push', '-q', '--no-verify')
  await commitReviewed(repository, { 'b.js': CLEAN })
  await expect.poll(() => repository.has('.git/wingman/journal'), { timeout: 10_000 }).toBe(true)
  expect(bypasses(repository)).toMatchObject([{ commit: bad }])
})

test('`run review` notices it too, whatever comes of the review', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('push', '-q', '--no-verify')
  commitUnseen(repository, { 'b.js': CLEAN })
  repository.wingman('run', 'review')
  const { entries } = await readJournal(join(repository.dir, '.git/wingman/journal'))
  expect(entries).toMatchObject([{ kind: 'bypassed', commit: bad, ref: 'refs/heads/main' }])
})

test('a push that passes says nothing of it, and what comes next does', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('push', '-q', '--no-verify')
  await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository)
  for (const command of ['status', 'log'])
    expect(repository.wingman(command).stdout).toContain(
      `${shortId(bad)} was pushed to origin without the gate`,
    )
})

test('a remote that is tracked under other names is understood', () => {
  const repository = gatedRepository(`${RULES_ONLY}    branches: [main]\n`)
  repository.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/elsewhere/*')
  repository.git('fetch', '-q')
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('push', '-q', '--no-verify', 'origin', 'main')
  expect(bypasses(repository)).toMatchObject([{ commit: bad, remote: 'origin', ref: 'refs/heads/main' }])
})

test('without a config nothing is looked at, and nothing is written', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('clone', '-q', '../remote.git', '../theirs')
  const theirs = wingmanAt(join(repository.dir, '../theirs'))
  theirs.git('rm', '-q', 'wingman.config.yaml')
  theirs.wingman('status')
  expect(theirs.has('.git/wingman/pushes')).toBe(false)
})
