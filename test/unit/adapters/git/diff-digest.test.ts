import { expect, test } from 'vitest'
import { diffDigest, ownDigests } from '../../../../src/adapters/git/diff-digest.ts'
import { openGit } from '../../../../src/adapters/git/door.ts'
import { NO_CHANGE } from '../../../../src/domain/content-key.ts'
import type { Commit } from '../../../../src/ports.ts'
import { type TestRepository, temporaryRepository } from '../../../support/repository.ts'

const commitsOf = (repository: TestRepository): Commit[] =>
  repository
    .git('log', '--all', '--format=%H %T %P')
    .split('\n')
    .map(line => line.trim().split(' '))
    .map(([oid = '', tree = '', ...parents]) => ({ oid, tree, parents }))

test('asked at once, commits have the digests that they have one by one', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
  repository.git('switch', '-q', '-c', 'side')
  repository.commit('names', {
    ':colon': '1\n',
    'new\nline': '2\n',
    'ümlaut "quoted"': '3\n',
    'c d/e': '4\n',
  })
  repository.git('switch', '-q', 'main')
  repository.commit('two', { 'a.txt': 'A\n' })
  repository.git('mv', 'b.txt', 'moved.txt')
  repository.commit('moved')
  repository.git('commit', '-q', '--allow-empty', '-m', 'nothing')
  const nothing = repository.git('rev-parse', 'HEAD')
  repository.git('merge', '-q', '--no-edit', 'side')

  const git = openGit(repository.dir, async () => {})
  const commits = commitsOf(repository)
  const digests = await ownDigests(git, commits)
  const children = commits.filter(({ parents }) => parents.length > 0)
  expect(children.length).toBe(5)
  expect(children.some(({ parents }) => parents.length === 2)).toBe(true)
  expect([...digests.keys()].sort()).toEqual(children.map(({ oid }) => oid).sort())
  for (const { oid, parents } of children)
    expect(digests.get(oid)).toBe(await diffDigest(git, parents[0] ?? '', oid))
  expect(digests.get(nothing)).toBe(NO_CHANGE)
})

test('a commit without a parent has nothing to be held against', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  const git = openGit(repository.dir, async () => {})
  expect(await ownDigests(git, commitsOf(repository))).toEqual(new Map())
})
