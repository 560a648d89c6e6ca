import { expect, test } from 'vitest'
import { quickStandpoint, requireRepository } from '../../../../src/adapters/git/locate.ts'
import { PLACES } from '../../../support/places.ts'
import { type TestRepository, temporaryRepository } from '../../../support/repository.ts'

const standpointOf = ({ dir }: TestRepository) => quickStandpoint(requireRepository(dir))

test.each(Object.entries(PLACES))('in %s HEAD is read off the files as git reads it', (_, make) => {
  const repository = make()
  const commit = repository.commit('one', { 'a.txt': '1' })
  expect(standpointOf(repository)).toEqual({ ref: repository.git('symbolic-ref', 'HEAD'), commit })
  repository.git('checkout', '-q', '--detach')
  expect(standpointOf(repository)).toEqual({ ref: null, commit })
})

test.each<[string, (repository: TestRepository) => unknown]>([
  ['there is no commit yet', repository => repository.git('checkout', '-q', '--orphan', 'empty')],
  ['refs are packed', repository => repository.git('pack-refs', '--all')],
  [
    'a branch is another name for one',
    repository => {
      repository.git('symbolic-ref', 'refs/heads/other', 'refs/heads/main')
      repository.git('symbolic-ref', 'HEAD', 'refs/heads/other')
    },
  ],
  ['HEAD is damaged', repository => repository.write({ '.git/HEAD': 'ref: refs/he' })],
])('git has to be asked when %s', (_, act) => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': '1' })
  act(repository)
  expect(standpointOf(repository)).toBeNull()
})
