import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGit } from '../../../../src/adapters/git/door.ts'
import { requireRepository } from '../../../../src/adapters/git/locate.ts'
import { gitQuestions } from '../../../../src/adapters/git/questions.ts'
import { type TestRepository, temporaryRepository } from '../../../support/repository.ts'

const questions = ({ dir }: TestRepository) =>
  gitQuestions(
    openGit(dir, async () => {}),
    requireRepository(dir),
  )
const filesAt = (repository: TestRepository, commit: string) =>
  repository.git('ls-tree', '-r', '--name-only', commit).split('\n')

function begun(): TestRepository {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n', 'gone.txt': 'x\n', '.gitignore': 'ignored\n' })
  repository.write({ 'a.txt': 'staged\n' })
  repository.git('add', 'a.txt')
  repository.git('rm', '-q', '--cached', 'gone.txt')
  repository.write({ 'a.txt': 'dirty\n', 'new.txt': 'new\n', ignored: 'secret\n' })
  return repository
}

test('uncommitted work becomes a commit, and what is ignored stays out', async () => {
  const repository = begun()
  const ghost = await questions(repository).capture('dirty')
  expect(ghost?.files).toBe(2)
  expect(filesAt(repository, ghost?.commit ?? '')).toEqual(['.gitignore', 'a.txt', 'gone.txt', 'new.txt'])
  expect(repository.git('show', `${ghost?.commit}:a.txt`)).toBe('dirty')
})

test('what is staged is taken as it is staged', async () => {
  const repository = begun()
  const ghost = await questions(repository).capture('staged')
  expect(filesAt(repository, ghost?.commit ?? '')).toEqual(['.gitignore', 'a.txt'])
  expect(repository.git('show', `${ghost?.commit}:a.txt`)).toBe('staged')
})

test('the index, HEAD, its log and the tree are the same to the byte afterwards', async () => {
  const repository = begun()
  const state = () =>
    [
      ...['index', 'HEAD', 'logs/HEAD'].map(file => hash(join(repository.dir, '.git', file))),
      repository.git('--no-optional-locks', 'status', '--porcelain'),
    ].join('\n')
  const before = state()
  await questions(repository).capture('dirty')
  await questions(repository).capture('staged')
  expect(state()).toBe(before)
})

test('with nothing to capture there is no ghost, and before the first commit there may be one', async () => {
  const repository = temporaryRepository()
  expect(await questions(repository).capture('dirty')).toBeNull()
  repository.write({ 'a.txt': 'a\n' })
  expect(await questions(repository).capture('dirty')).toMatchObject({ files: 1 })
  repository.commit('one')
  expect(await questions(repository).capture('dirty')).toBeNull()
})

const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
