import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
import { temporaryFolder } from '../support/repository.ts'
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

describe('a push with WINGMAN=0 that no tracking ref tells of', () => {
  const off = { env: { WINGMAN: '0' } }
  const notes = (repository: WingmanRepository) =>
    readdirSync(join(repository.dir, '.git/wingman')).filter(name => name.startsWith('skipped'))

  test.each([
    ['a tag', ['origin', 'v1'], 'refs/tags/v1', 'origin'],
    ['by address', ['../remote.git', 'main'], 'refs/heads/main', '../remote.git'],
  ])('is noted by the hook: %s', (_, words, ref, remote) => {
    const repository = gatedRepository(RULES_ONLY)
    const bad = commitUnseen(repository, { 'a.js': DEFECT })
    repository.git('tag', '-a', 'v1', '-m', 'v1')
    expect(repository.run('git', ['push', '-q', ...words], off)).toMatchObject({ status: 0, output: '' })
    const line = `${ref} at ${shortId(bad)} was to be pushed to ${remote} with the gate switched off, by Test <test@localhost>; whether it arrived is not known`
    for (const command of [['status'], ['log'], ['gate', 'report']])
      expect(repository.wingman(...command).stdout).toContain(line)
    expect(bypasses(repository)).toMatchObject([{ commit: bad, ref, gates: ['ship'], attempted: true }])
    expect(notes(repository)).toEqual([])
  })

  test('with reflogs off, the tracking ref tells that it arrived', () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('config', 'core.logAllRefUpdates', 'false')
    repository.wingman('status')
    rmSync(join(repository.dir, '.git/logs/refs/remotes'), { recursive: true, force: true })
    const bad = commitUnseen(repository, { 'a.js': DEFECT })
    repository.run('git', ['push', '-q'], off)
    expect(repository.wingman('status').stdout).toContain(
      `refs/heads/main at ${shortId(bad)} was pushed to origin without the gate, by Test`,
    )
    expect(bypasses(repository)).toHaveLength(1)
  })

  test('is told once where git has logged it too', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.run('git', ['push', '-q'], off)
    expect(notes(repository)).toHaveLength(1)
    expect(bypasses(repository)).toHaveLength(1)
    expect(bypasses(repository)).toHaveLength(1)
    expect(notes(repository)).toEqual([])
  })

  test('a secret in the address stays out of the journal, and a deletion and half a note count for nothing', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    const oid = repository.git('rev-parse', 'HEAD')
    const none = '0'.repeat(40)
    const push = (input: string, ...args: string[]) =>
      repository.run('.git/hooks/pre-push', args, { ...off, input })
    push(`(delete) ${none} refs/heads/gone ${oid}\n`, 'origin', '../remote.git')
    expect(bypasses(repository)).toEqual([])
    const address = 'https://ann:hunter2secret@example.com/x.git'
    push(`refs/heads/main ${oid} refs/heads/main ${none}\n`, address, address)
    repository.write({ '.git/wingman/skipped.1': `wingman-skipped 1\norigin\nurl\nrefs/heads/x ${oid}` })
    expect(bypasses(repository)).toMatchObject([{ ref: 'refs/heads/main', attempted: true }])
    expect(repository.run('grep', ['-r', 'hunter2secret', '.git/wingman']).output).toBe('')
    expect(notes(repository)).toEqual(['skipped.1'])
  })

  test('where wingman is not, or is switched off, nothing is written and the push is as it was', () => {
    const repository = gatedRepository(RULES_ONLY)
    const hook = readFileSync(join(repository.dir, '.git/hooks/pre-push'), 'utf8')
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.write({ '.git/wingman/disabled': '' })
    expect(repository.run('git', ['push', '-q', 'origin', 'main:x'], off).output).toBe('')
    expect(notes(repository)).toEqual([])
    const other = wingmanAt(temporaryFolder())
    other.git('init', '-q', '--bare', 'remote.git')
    other.git('init', '-q', 'plain')
    const plain = wingmanAt(join(other.dir, 'plain'))
    plain.executable('.git/hooks/pre-push', hook)
    commitUnseen(plain, { 'a.js': DEFECT })
    expect(plain.run('git', ['push', '-q', '../remote.git', 'HEAD:x'], off)).toMatchObject({
      status: 0,
      output: '',
    })
    expect(plain.has('.git/wingman')).toBe(false)
  })
})
