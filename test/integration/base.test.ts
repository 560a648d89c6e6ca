import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGit } from '../../src/adapters/git/door.ts'
import { requireRepository } from '../../src/adapters/git/locate.ts'
import { gitQuestions } from '../../src/adapters/git/questions.ts'
import { openHolding } from '../../src/adapters/store/holding.ts'
import { layout } from '../../src/adapters/store/layout.ts'
import { openStore } from '../../src/adapters/store/store.ts'
import type { ResolvedLoop } from '../../src/domain/resolved-config.ts'
import { type BaseQuestion, resolveBase } from '../../src/engine/resolve-base.ts'
import { loopOutcome, snapshot } from '../support/findings.ts'
import { type TestRepository, temporaryRepository } from '../support/repository.ts'

const LOOP: ResolvedLoop = {
  name: 'basics',
  on: ['post-commit'],
  reviewers: [],
  failOn: 'critical',
  maxRevisions: 3,
  reads: 'diff',
  policy: 'p'.repeat(64),
}

function world(repository: TestRepository) {
  const paths = requireRepository(repository.dir)
  return {
    git: gitQuestions(
      openGit(paths.root, async () => {}),
      paths,
    ),
    store: openStore(layout(paths), openHolding()),
  }
}

/** The commit that HEAD would be reviewed against, by the subject of that commit. */
async function baseOf(repository: TestRepository, more: Partial<BaseQuestion> = {}): Promise<string> {
  const { git, store } = world(repository)
  const head = await git.commit('HEAD')
  if (!head) throw new Error('no HEAD')
  const question = {
    head,
    ref: await git.symbolic('HEAD'),
    named: null,
    loops: [LOOP],
    adopted: null,
    ...more,
  }
  const { oid, name } = await resolveBase({ git, store }, question)
  return name === 'the beginning' ? name : repository.git('log', '-1', '--format=%s', oid)
}

const commits = (repository: TestRepository, ...subjects: string[]) =>
  subjects.map(subject => repository.commit(subject, { [`${subject}.txt`]: `${subject}\n` }))

/** main with m1 and m2 pushed, and a branch that left it at m1. */
function branched(): TestRepository {
  const repository = temporaryRepository()
  repository.git('init', '-q', '--bare', '../remote.git')
  repository.git('remote', 'add', 'origin', '../remote.git')
  commits(repository, 'm1')
  repository.git('switch', '-q', '-c', 'topic')
  commits(repository, 't1', 't2')
  repository.git('switch', '-q', 'main')
  commits(repository, 'm2')
  repository.git('push', '-q', '-u', 'origin', 'main')
  repository.git('switch', '-q', 'topic')
  return repository
}

test('a branch is reviewed whole, from where it left the default branch', async () => {
  expect(await baseOf(branched())).toBe('m1')
})

test('its own copy on the remote is no base', async () => {
  const repository = branched()
  repository.git('push', '-q', '-u', 'origin', 'topic')
  expect(await baseOf(repository)).toBe('m1')
})

test('an upstream that is another branch comes before the default branch', async () => {
  const repository = branched()
  repository.git('branch', 'stack', 'HEAD~1')
  repository.git('branch', '-q', '--set-upstream-to', 'stack')
  expect(await baseOf(repository)).toBe('t1')
})

test('an upstream that is gone is passed over', async () => {
  const repository = branched()
  repository.git('config', 'branch.topic.remote', 'origin')
  repository.git('config', 'branch.topic.merge', 'refs/heads/gone')
  expect(await baseOf(repository)).toBe('m1')
})

test("the remote's own default branch comes before a branch called main", async () => {
  const repository = branched()
  repository.git('push', '-q', 'origin', 'HEAD~1:refs/heads/develop')
  repository.git('fetch', '-q')
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop')
  expect(await baseOf(repository)).toBe('t1')
})

test('what a person names comes before everything', async () => {
  const repository = branched()
  expect(await baseOf(repository, { named: 'HEAD~1' })).toBe('t1')
  await expect(baseOf(repository, { named: 'nowhere' })).rejects.toMatchObject({ code: 'E_UNKNOWN_REVISION' })
})

test('on the default branch: what the upstream does not have', async () => {
  const repository = branched()
  repository.git('switch', '-q', 'main')
  commits(repository, 'm3', 'm4')
  expect(await baseOf(repository)).toBe('m2')
})

test('on the default branch: what came since the last approval, by all of the loops', async () => {
  const repository = branched()
  repository.git('switch', '-q', 'main')
  const [m3 = ''] = commits(repository, 'm3', 'm4')
  const { store } = world(repository)
  const about = snapshot({ commit: m3, tree: repository.git('rev-parse', `${m3}^{tree}`) })
  const kept = { version: 1, loop: 'basics', policy: LOOP.policy, review: 'r', snapshot: about } as const
  await store.saveResult(
    {
      ...kept,
      key: `diff-${about.digest}`,
      outcome: loopOutcome({ verdict: 'approved' }),
    },
    null,
  )
  expect(await baseOf(repository)).toBe('m3')
  const other = { ...LOOP, name: 'standards', policy: 'q'.repeat(64) }
  expect(await baseOf(repository, { loops: [LOOP, other] })).toBe('m2')
})

test('on the default branch without a remote: since wingman came, else since the parent', async () => {
  const repository = temporaryRepository()
  const [first = ''] = commits(repository, 'm1', 'm2', 'm3')
  expect(await baseOf(repository)).toBe('m2')
  expect(await baseOf(repository, { adopted: first })).toBe('m1')
  expect(await baseOf(repository, { adopted: 'the beginning' })).toBe('the beginning')
})

test('a root commit, and a history that never met the default branch, are reviewed from the beginning', async () => {
  const root = temporaryRepository()
  commits(root, 'm1')
  expect(await baseOf(root)).toBe('the beginning')
  const orphan = branched()
  orphan.git('switch', '-q', '--orphan', 'other')
  commits(orphan, 'o1', 'o2')
  expect(await baseOf(orphan)).toBe('the beginning')
})

test('a detached HEAD is reviewed against the default branch', async () => {
  const repository = branched()
  repository.git('switch', '-q', '--detach')
  expect(await baseOf(repository)).toBe('m1')
})

test('a linked worktree has the base of its own branch', async () => {
  const repository = branched()
  const dir = join(repository.dir, '..', 'linked')
  repository.git('worktree', 'add', '-q', '-b', 'other', dir, 'main')
  const linked = { ...repository, dir, git: (...args: string[]) => repository.git('-C', dir, ...args) }
  expect(await baseOf(linked)).toBe('m2')
})
