import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, gatedRepository } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const papers = (repository: WingmanRepository) =>
  ['.wingman/REVIEW.md', '.git/wingman/pending', '.git/wingman/open'].map(path => repository.read(path))

test.each([
  ['uncommitted work', ['--dirty']],
  ['what is staged', ['--staged']],
  ['a nearer base', ['--base', 'HEAD']],
  ['one loop', ['--loop', 'basics', '--base', 'HEAD']],
  ['one commit', ['--commit', 'HEAD']],
])('a review of %s takes nothing away that is open on the branch', async (_, flags) => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': DEFECT })
  await commitReviewed(repository, { 'b.js': CLEAN })
  const before = papers(repository)
  repository.write({ 'c.js': CLEAN })
  repository.git('add', 'c.js')
  const part = repository.wingman('run', 'review', ...flags)
  expect(part.status, part.output).toBe(0)
  expect(papers(repository)).toEqual(before)
  expect(repository.wingman('findings').stdout).toContain('a.js:1')
  expect(repository.wingman('status').stdout).toContain('needs revision')
})

test.each([
  ['uncommitted work', ['--dirty']],
  ['what is staged', ['--staged']],
  ['one loop', ['--loop', 'basics']],
])('findings of a review of %s are told to be those of a part, and how to see them again', (_, flags) => {
  const repository = gatedRepository(RULES_ONLY)
  repository.write({ 'c.js': DEFECT })
  repository.git('add', 'c.js')
  const { stdout } = repository.wingman('run', 'review', ...flags)
  const [, show = ''] =
    /^These are findings of a part, .* To see them again: wingman (show \S+)$/m.exec(stdout) ?? []
  expect(repository.wingman(...show.split(' ')).stdout).toContain('c.js:1')
  expect(repository.wingman('run', 'review').stdout).not.toContain('of a part')
})

test('a review of the whole branch does', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': DEFECT })
  repository.write({ 'a.js': CLEAN })
  expect(repository.wingman('run', 'review').status).toBe(0)
  expect(repository.has('.wingman/REVIEW.md')).toBe(false)
  expect(repository.wingman('findings').stdout).not.toContain('a.js:1')
})
