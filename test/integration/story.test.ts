import { expect, test } from 'vitest'
import { RULES_ONLY, reviewedRepository } from '../support/wingman.ts'

test('a clean commit is reviewed in the background and pushed', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.commit('clean', { 'src/a.js': 'export const a = 1\n' })
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'approved', trigger: 'post-commit' })
  expect(repository.push().status).toBe(0)
})

test('a commit with a planted defect is held, and its fix goes through', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.commit('broken', { 'src/a.js': 'debugger\n' })
  await repository.reviewed()
  expect(repository.read('.wingman/REVIEW.md')).toContain('src/a.js:1')
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('src/a.js:1  debugger-statement')
  const meanwhile = repository.tryGit('commit', '--allow-empty', '-q', '-m', 'meanwhile')
  expect(meanwhile.stderr).toMatch(/^wingman: 1 finding was open before this commit, see `wingman findings`/)
  repository.commit('fixed', { 'src/a.js': 'export const a = 1\n' })
  await repository.reviewed()
  expect(repository.has('.wingman/REVIEW.md')).toBe(false)
  expect(repository.push().status).toBe(0)
})
