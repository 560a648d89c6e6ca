import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unseen } from '../support/gate-scenes.ts'
import { HAS_REFTABLE, REFTABLE, UNLESS_REFTABLE } from '../support/reftable.ts'
import { temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository } from '../support/wingman.ts'

const REPORT = '.wingman/REVIEW.md'

async function withFinding(config = RULES_ONLY, init?: string[]): Promise<WingmanRepository> {
  const repository = reviewedRepository(config, { init })
  repository.commit('bad', { 'a.js': 'debugger\n' })
  await repository.reviewed()
  await idle(repository)
  return repository
}

/** Every request is answered a moment before the worker has put everything in its place. */
async function idle(repository: WingmanRepository): Promise<void> {
  await expect.poll(() => logged(repository, 'worker.ended'), { timeout: 60_000 }).not.toEqual([])
}

const logged = (repository: WingmanRepository, event: string) =>
  JSON.parse(repository.wingman('doctor', 'logs', '-n', '1000', '--json').stdout).lines.filter(
    (line: { event: string }) => line.event === event,
  )

const staleReport = (repository: WingmanRepository, env: Record<string, string> = {}) =>
  JSON.parse(repository.wingmanWith({ env }, 'status', '--json').stdout).staleReport

function clockAhead(ms: number): Record<string, string> {
  const file = join(temporaryFolder(), 'clock')
  writeFileSync(file, `${ms}`)
  return { WINGMAN_CLOCK: file }
}

test('a report that speaks of what is checked out stays', async () => {
  const repository = await withFinding()
  expect(staleReport(repository)).toBeNull()
  expect(repository.read(REPORT)).toContain(repository.lastReview().id)
})

test('after its time the report goes, the findings stay open, and the next prompt still gets them', async () => {
  const repository = await withFinding()
  const report = repository.read(REPORT)
  expect(staleReport(repository, clockAhead(59 * 60_000))).toBeNull()
  expect(staleReport(repository, clockAhead(61 * 60_000))).toBe('too-old')
  expect(repository.has(REPORT)).toBe(false)
  expect(logged(repository, 'report.removed')).toMatchObject([{ facts: { why: 'too-old' } }])
  expect(repository.wingman('findings').stdout).toContain('debugger-statement')
  const { stdout } = repository.wingman('hook', 'claude', 'UserPromptSubmit')
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(report)
  expect(repository.read(REPORT)).toBe(report)
})

test('how long it stays is in the config', async () => {
  const repository = await withFinding(`${RULES_ONLY}delivery: { reportTtl: 5m }\n`)
  expect(staleReport(repository, clockAhead(6 * 60_000))).toBe('too-old')
})

test('another branch, other content, no record: the report goes, and status says why', async () => {
  const repository = await withFinding()
  const report = repository.read(REPORT)
  unseen(repository, 'switch', '-q', '-c', 'other')
  expect(repository.wingman('status').stdout).toContain('it spoke of other content than what is checked out')
  expect(repository.has(REPORT)).toBe(false)

  unseen(repository, 'switch', '-q', 'main')
  repository.write({ [REPORT]: report })
  expect(staleReport(repository)).toBeNull()
  unseen(repository, 'commit', '-q', '--amend', '-m', 'another message')
  expect(staleReport(repository)).toBeNull()
  const tip = repository.git('rev-parse', 'HEAD')
  unseen(repository, 'update-ref', 'refs/heads/main', 'HEAD~1')
  expect(staleReport(repository)).toBe('other-content')

  unseen(repository, 'update-ref', 'refs/heads/main', tip)
  repository.write({ [REPORT]: report })
  rmSync(join(repository.dir, '.git/wingman/reviews'), { recursive: true })
  expect(staleReport(repository)).toBe('no-record')
})

const comesBack = async (repository: WingmanRepository) => {
  const report = repository.read(REPORT)
  repository.git('switch', '-q', '-c', 'other')
  await expect.poll(() => repository.has(REPORT), { timeout: 60_000 }).toBe(false)
  repository.git('switch', '-q', 'main')
  await expect.poll(() => repository.has(REPORT), { timeout: 60_000 }).toBe(true)
  expect(repository.read(REPORT)).toBe(report)
}

test('whoever leaves a branch and comes back finds its report again; nobody reads it on the other one', async () => {
  await comesBack(await withFinding())
})

test.skipIf(!HAS_REFTABLE)(`the same with refs in a reftable${UNLESS_REFTABLE}`, async () => {
  await comesBack(await withFinding(RULES_ONLY, REFTABLE))
})

test('a clean review of another branch answers nothing that is open on this one', async () => {
  const repository = await withFinding()
  const report = repository.read(REPORT)
  repository.git('switch', '-q', '-c', 'other', 'HEAD~1')
  repository.commit('clean', { 'b.js': 'export {}\n' })
  await repository.reviewed()
  expect(repository.wingman('hook', 'claude', 'UserPromptSubmit').stdout, 'on the other branch').toBe('')
  repository.git('switch', '-q', 'main')
  const { stdout } = repository.wingman('hook', 'claude', 'UserPromptSubmit')
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(report)
})

test('the report of uncommitted work stays until something else is committed', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': 'debugger\n' })
  expect(repository.wingman('run', 'review').status).toBe(1)
  expect(staleReport(repository)).toBeNull()
  repository.git('add', 'a.js')
  unseen(repository, 'commit', '-q', '-m', 'as it was')
  expect(staleReport(repository)).toBeNull()
  repository.write({ 'b.js': 'export {}\n' })
  repository.git('add', 'b.js')
  unseen(repository, 'commit', '-q', '-m', 'more')
  expect(staleReport(repository)).toBe('other-content')
})

test("a person's own file at that place is never deleted", async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ [REPORT]: 'my notes\n', 'a.js': 'debugger\n' })
  expect(staleReport(repository, clockAhead(9e9))).toBeNull()
  expect(repository.read(REPORT)).toBe('my notes\n')
  repository.wingman('run', 'review')
  expect(repository.read(REPORT)).toContain('debugger-statement')
  expect(repository.read('.wingman/REVIEW.kept-1.md')).toBe('my notes\n')
  repository.write({ [REPORT]: 'more notes\n', 'a.js': 'export {}\n' })
  repository.wingman('run', 'review')
  expect(repository.read(REPORT)).toBe('more notes\n')
  repository.wingman('uninstall')
  expect(repository.read(REPORT)).toBe('more notes\n')
})
