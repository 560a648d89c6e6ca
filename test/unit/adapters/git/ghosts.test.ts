import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ghostRefs, removeGhostRefs } from '../../../../src/adapters/git/ghost-refs.ts'
import { readGhosts } from '../../../../src/adapters/git/read-ghosts.ts'
import { PRUNE_LIMITS } from '../../../../src/domain/prune-ghosts.ts'
import { BECAUSE, captureIn, doorTo, ghostOf, ghostRefNames } from '../../../support/capturing.ts'
import { repositoryAt, type TestRepository, temporaryRepository } from '../../../support/repository.ts'

const later = (seconds: number) => ({ at: new Date(BECAUSE.at.getTime() + seconds * 1000) })

function begun(): TestRepository {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'changed\n' })
  return repository
}

test('a ghost knows its base, epoch, branch, trigger, time and worktree, by its ref alone', async () => {
  const repository = begun()
  const base = repository.git('rev-parse', 'HEAD')
  const made = await ghostOf(repository, 'dirty')
  expect(ghostRefNames(repository)).toEqual([`refs/wingman/snapshots/${made.id}`])
  repository.git('clone', '-q', '--mirror', '.', '../copy.git')
  const [known] = (await readGhosts(doorTo(repositoryAt(join(repository.dir, '..', 'copy.git'))))).ghosts
  expect(known).toMatchObject({ id: made.id, commit: made.commit, tree: made.tree, base })
  expect(known?.note).toEqual({
    version: 1,
    what: 'dirty',
    trigger: 'explicit',
    takenAt: '2026-03-04T05:06:07.089Z',
    base,
    branch: 'refs/heads/main',
    epoch: 7,
    worktree: repository.dir,
    session: null,
    files: 1,
    leftOut: [],
  })
})

test('the same work again is the same ghost; another base, branch or content is another one', async () => {
  const repository = begun()
  const first = await ghostOf(repository, 'dirty')
  const again = await ghostOf(repository, 'dirty', { ...later(1), epoch: async () => 9 })
  expect(again).toEqual({ ...first, epoch: 9 })
  repository.git('switch', '-q', '-c', 'other')
  const branch = await ghostOf(repository, 'dirty', later(2))
  repository.git('commit', '-q', '--allow-empty', '-m', 'two')
  const base = await ghostOf(repository, 'dirty', later(3))
  repository.write({ 'a.txt': 'changed again\n' })
  const content = await ghostOf(repository, 'dirty', later(4))
  const ids = [first, branch, base, content].map(({ id }) => id)
  expect(ghostRefNames(repository)).toEqual(ids.map(id => `refs/wingman/snapshots/${id}`))
})

test('the same work in two worktrees at the same moment is two ghosts', async () => {
  const repository = begun()
  repository.git('switch', '-q', '--detach')
  repository.git('worktree', 'add', '-q', '--detach', '../linked')
  const linked = repositoryAt(join(repository.dir, '..', 'linked'))
  linked.write({ 'a.txt': 'changed\n' })
  const both = await Promise.all([ghostOf(repository, 'dirty'), ghostOf(linked, 'dirty')])
  expect(both[0].tree).toBe(both[1].tree)
  expect(ghostRefNames(repository)).toHaveLength(2)
})

test('old ones go when a new one comes, and never the new one, however wrong the clock was', async () => {
  const repository = begun()
  const old = await ghostOf(repository, 'dirty')
  const month = PRUNE_LIMITS.olderThanMs / 1000
  const young = []
  for (let nth = 1; nth <= 10; nth += 1) {
    repository.write({ 'a.txt': `a month later, ${nth}\n` })
    young.push(await ghostOf(repository, 'dirty', later(month + nth)))
  }
  const refs = (...ghosts: { id: string }[]) => ghosts.map(({ id }) => `refs/wingman/snapshots/${id}`)
  expect(ghostRefNames(repository)).toEqual(refs(...young))
  expect(repository.tryGit('cat-file', '-e', old.commit).status).toBe(0)
  repository.write({ 'a.txt': 'and a clock that went back\n' })
  const back = await ghostOf(repository, 'dirty', later(-999))
  expect(await ghostOf(repository, 'dirty', later(-998))).toEqual(back)
  expect(ghostRefNames(repository)).toEqual(refs(back, ...young))
})

test('a clock that is set far ahead for a moment does not take the snapshots of the last hours', async () => {
  const repository = begun()
  const taken = []
  for (let nth = 0; nth < 3; nth += 1) {
    repository.write({ 'a.txt': `${nth}\n` })
    taken.push(await ghostOf(repository, 'dirty', later(nth)))
  }
  repository.write({ 'a.txt': 'under another clock\n' })
  await ghostOf(repository, 'dirty', later(10 * (PRUNE_LIMITS.olderThanMs / 1000)))
  expect(ghostRefNames(repository)).toEqual(
    expect.arrayContaining(taken.map(({ id }) => `refs/wingman/snapshots/${id}`)),
  )
})

test('a ref that stands for a branch of the person’s is no snapshot: neither it nor the branch goes', async () => {
  const repository = begun()
  repository.git('branch', 'precious')
  repository.git(
    'symbolic-ref',
    'refs/wingman/snapshots/20200101-000000000-0123456789',
    'refs/heads/precious',
  )
  const git = doorTo(repository)
  expect((await ghostRefs(git)).ghosts).toEqual([])
  await removeGhostRefs(git, ['20200101-000000000-0123456789'])
  expect(repository.git('branch', '--list', 'precious')).toContain('precious')
})

test('what stands among our refs and is no ghost of ours stops nobody', async () => {
  const repository = begun()
  const head = repository.git('rev-parse', 'HEAD')
  repository.git('update-ref', 'refs/wingman/snapshots/foreign', head)
  repository.git('update-ref', 'refs/wingman/snapshots/blob', repository.git('rev-parse', 'HEAD:a.txt'))
  repository.write({ '.git/refs/wingman/snapshots/gone': `${'1'.repeat(40)}\n` })
  repository.write({ '.git/refs/wingman/snapshots/garbage': 'not a ref\n' })
  const made = await captureIn(repository, 'dirty')
  const { ghosts, dangling } = await readGhosts(doorTo(repository))
  expect(ghosts.map(({ id, unreadable }) => [id, unreadable])).toEqual(
    expect.arrayContaining([
      [made?.id, null],
      ['foreign', 'it says nothing about itself'],
    ]),
  )
  expect(dangling.map(({ id }) => id)).toEqual(['blob', 'gone'])
})
