import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { everything } from '../support/everything.ts'
import {
  CLEAN,
  commitUnseen,
  DEFECT,
  gatedRepository,
  onRemote,
  pushes,
  repairAndPush,
} from '../support/gate-scenes.ts'
import { linked, started } from '../support/hook-places.ts'
import { HOOKS, unhooked } from '../support/installing.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const request = (sha: string, ref = 'refs/heads/main') =>
  `wingman-request 1\npost-commit ${sha} ${ref} -\nend\n`

const reviewsOf = (repository: WingmanRepository): Review[] =>
  JSON.parse(repository.wingman('log', '--json').stdout).reviews

test('case 35: a commit in a linked worktree: what the worker starts sees none of git’s variables, and that worktree', async () => {
  const repository = reviewedRepository(
    `reviewers:\n  look:\n    run: 'env >../seen; git rev-parse --show-toplevel >>../seen'\n${RULES_ONLY.replace('[rules]', '[rules, look]')}`,
  )
  const side = wingmanAt(linked(repository).dir)
  side.write({ 'README.md': 'changed\n' })
  // As git sets them for a hook; others might be set by whoever commits.
  side.run('git', ['commit', '-q', '-a', '-m', 'all'], {
    env: { GIT_DIR: undefined, GIT_LITERAL_PATHSPECS: '1' },
  })
  await side.reviewed()
  expect(side.lastReview()).toMatchObject({ verdict: 'approved', snapshot: { branch: 'refs/heads/side' } })
  const seen = side.read('../seen').trim().split('\n')
  const local = repository.git('rev-parse', '--local-env-vars').split('\n')
  expect(local).toContain('GIT_INDEX_FILE')
  expect(seen.filter(line => local.includes(line.split('=')[0] ?? ''))).toEqual([])
  expect(seen.at(-1)).toBe(side.dir)
  expect(repository.has('.git/wingman/queue')).toBe(false)
  expect(repository.wingman('log').stdout).toContain(side.git('rev-parse', '--short=7', 'HEAD'))
  pushes(side, '-q', 'origin', 'side')
})

test('case 36: `commit -a` and `commit -- path` are reviewed as what they committed, and the index is left alone', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.commit('files', { 'a.js': CLEAN, 'b.js': CLEAN, 'c.js': CLEAN })
  await repository.reviewed()
  repository.write({ 'a.js': `${CLEAN}${CLEAN}`, 'b.js': DEFECT, 'c.js': DEFECT })
  repository.git('add', 'b.js')
  // One path, past what is staged: a second index is at work while the hook runs.
  repository.git('commit', '-q', '-m', 'path', '--', 'a.js')
  const before = everything(repository)
  await repository.reviewed()
  const approved = { verdict: 'approved', snapshot: { commit: repository.git('rev-parse', 'HEAD') } }
  expect(repository.lastReview()).toMatchObject(approved)
  expect(repository.git('diff', '--cached', '--name-only')).toBe('b.js')
  expect(everything(repository)).toEqual(before)
  // All that is tracked: the hook is told of an index that is still locked.
  repository.git('commit', '-q', '-a', '-m', 'all')
  await repository.reviewed()
  const held = { verdict: 'needs-revision', snapshot: { commit: repository.git('rev-parse', 'HEAD') } }
  expect(repository.lastReview()).toMatchObject(held)
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('case 37: two quick commits leave two requests, each with its own id', () => {
  const repository = started()
  const hooks = recordedHooks(repository)
  const script =
    'for n in 1 2; do git commit -q --allow-empty -m $n; git rev-parse HEAD; done; git commit -q --allow-empty --amend -m 3; git rev-parse HEAD'
  const { stdout } = repository.run('sh', ['-c', script])
  const made = stdout.trim().split('\n')
  expect(new Set(made).size).toBe(3)
  expect(hooks.requests().sort()).toEqual(made.map(sha => request(sha)).sort())
})

test('case 38: a commit whose output is piped returns at once, while the worker is still at work', async () => {
  const repository = started()
  const hooks = recordedHooks(repository, { stays: true })
  // Would never end if the worker held the pipe.
  const { status } = repository.run('sh', ['-c', 'git commit -q --allow-empty -m piped 2>&1 | cat'])
  expect(status).toBe(0)
  expect(await hooks.calls(1)).toMatchObject([{ args: 'worker' }])
  hooks.release()
})

describe('whoever commits is ended right after', () => {
  test.each(['INT', 'TERM', 'HUP'])(
    'case 39: SIG%s to the whole group: the review is done all the same',
    async signal => {
      const repository = gatedRepository(RULES_ONLY)
      repository.write({ 'a.js': DEFECT })
      repository.git('add', '-A')
      repository.run('setsid', ['-w', 'sh', '-c', `git commit -q -m ended; kill -${signal} 0; sleep 5`])
      // Nothing else runs: only the worker that lived can answer.
      await repository.reviewed()
      expect(reviewsOf(repository)[0]?.snapshot.commit).toBe(repository.git('rev-parse', 'HEAD'))
    },
  )

  test('case 39: the terminal is closed: the review is done all the same', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.write({ 'a.js': DEFECT })
    repository.git('add', '-A')
    const { status } = repository.run('script', ['-qec', 'git commit -q -m closed', '/dev/null'], {
      input: '',
    })
    expect(status).toBe(0)
    await repository.reviewed()
    expect(reviewsOf(repository)[0]?.snapshot.commit).toBe(repository.git('rev-parse', 'HEAD'))
  })

  test('case 39: SIGKILL to the whole group: what runs next takes the request up', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.write({ 'a.js': DEFECT })
    repository.git('add', '-A')
    repository.run('setsid', ['-w', 'sh', '-c', 'git commit -q -m killed; kill -KILL 0'])
    repository.wingman('status')
    await repository.reviewed()
    expect(repository.lastReview().snapshot.commit).toBe(repository.git('rev-parse', 'HEAD'))
  })
})

test.each(['merge', 'apply'])(
  'case 40: a rebase of twenty commits is one review, of the tip (%s)',
  async backend => {
    const repository = unhooked()
    repository.git('push', '-q', '-u', 'origin', 'HEAD')
    repository.git('checkout', '-q', '-b', 'side')
    for (let n = 0; n < 20; n += 1) repository.commit(`${n}`, { [`${n}.js`]: CLEAN })
    repository.git('checkout', '-q', 'main')
    repository.commit('main moves on', { 'main.js': CLEAN })
    repository.git('push', '-q')
    repository.git('checkout', '-q', 'side')
    repository.wingman('install')
    repository.git('rebase', '-q', `--${backend}`, 'main')
    await repository.reviewed()
    const reviews = reviewsOf(repository).filter(({ trigger }) => trigger === 'post-commit')
    expect(reviews).toHaveLength(1)
    expect(reviews[0]?.snapshot).toMatchObject({ commit: repository.git('rev-parse', 'HEAD'), commits: 20 })
  },
)

test('case 41: an amended message is no review: the content was looked at', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.commit('first', { 'a.js': CLEAN })
  await repository.reviewed()
  repository.git('commit', '-q', '--amend', '-m', 'other words')
  await repository.reviewed()
  expect(reviewsOf(repository)).toHaveLength(1)
  const { review } = JSON.parse(repository.wingman('status', '--json').stdout)
  expect(review).toMatchObject({ isHead: true, verdict: 'approved' })
  expect(repository.wingman('show', 'HEAD').status).toBe(0)
  pushes(repository)
})

test('case 42: a clean merge, which runs no post-commit hook, is reviewed', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('checkout', '-q', '-b', 'side')
  commitUnseen(repository, { 'side.js': DEFECT })
  repository.git('checkout', '-q', 'main')
  commitUnseen(repository, { 'main.js': CLEAN })
  repository.git('merge', '-q', '--no-edit', 'side')
  await repository.reviewed()
  const merged = repository.git('rev-parse', 'HEAD')
  expect(repository.lastReview()).toMatchObject({ verdict: 'needs-revision', snapshot: { commit: merged } })
  expect(repository.push()).toMatchObject({ status: 1, stderr: expect.stringContaining('side.js:1') })
})

test('case 43: a commit that no hook heard of (commit-tree, update-ref) is found by the gate', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.write({ 'a.js': CLEAN })
  repository.git('add', '-A')
  const made = repository.git('commit-tree', '-p', 'HEAD', '-m', 'unheard of', repository.git('write-tree'))
  repository.git('update-ref', 'refs/heads/main', made)
  expect(repository.has('.git/wingman/queue')).toBe(false)
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(onRemote(repository, 'main')).not.toBe(made)
  expect(repairAndPush(repository, held)).toMatchObject({ status: 0 })
  expect(onRemote(repository, 'main')).toBe(made)
})

test('case 46: our own calls of git trigger neither us nor any hook of theirs', async () => {
  const repository = unhooked()
  const all = [
    ...HOOKS,
    'reference-transaction',
    'post-index-change',
    'pre-commit',
    'commit-msg',
    'pre-auto-gc',
    'update',
  ]
  for (const hook of all)
    repository.executable(`.git/hooks/${hook}`, `#!/bin/sh\necho "\${0##*/}" >>'${repository.dir}/../ran'\n`)
  repository.wingman('install')
  repository.write({
    'wingman.config.yaml': `reviewers:\n  there: { run: 'test -f a.js', in: worktree }\n${RULES_ONLY.replace('[rules]', '[rules, there]')}`,
  })
  commitUnseen(repository, { 'a.js': CLEAN })
  const ran = () => (repository.has('../ran') ? repository.read('../ran') : '')
  // What git itself was told to do above, past our hooks and theirs.
  const before = ran()
  repository.write({ 'a.js': `${CLEAN}${CLEAN}`, 'b.js': CLEAN })
  for (const args of [
    ['run', 'review', '--dirty'],
    ['run', 'review'],
    ['status'],
    ['gate'],
    ['log'],
    ['doctor'],
    ['clean', '--yes'],
    ['snapshots', 'list'],
  ])
    expect(repository.wingman(...args).stderr, args.join(' ')).not.toContain('bug of ours')
  await pause(500)
  expect(ran()).toBe(before)
  expect(repository.has('.git/wingman/queue')).toBe(false)
  const explicit = reviewsOf(repository).map(({ trigger }) => trigger)
  expect(explicit.length).toBeGreaterThan(0)
  expect(new Set(explicit)).toEqual(new Set(['explicit']))
})
