import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitReviewed, DEFECT, gatedRepository, pushes } from '../support/gate-scenes.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const open = (repository: WingmanRepository) =>
  JSON.parse(repository.wingman('findings', '--json').stdout) as {
    findings: { id: string; file: string }[]
    dismissals: { finding: string; reason: string }[]
  }
const onlyFinding = (repository: WingmanRepository): string => {
  const [finding] = open(repository).findings
  if (!finding) throw new Error('nothing is open')
  return finding.id
}
const dismiss = (repository: WingmanRepository, id: string, env = {}) =>
  typed(repository, ['findings', 'dismiss', id, '--reason', 'a fixture of the debugger'], env)

describe.skipIf(noTerminal)('a finding that is wrong', () => {
  test('is dismissed by a person with the command that the held push names, and the push goes through', async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': DEFECT })
    const held = repository.push()
    expect(held.status).toBe(1)
    const id = onlyFinding(repository)
    expect(held.stderr).toContain(`If it is wrong, a person can dismiss it:`)
    expect(held.stderr).toContain(`findings dismiss ${id} --reason "…"`)
    const done = dismiss(repository, id)
    expect(done.status, done.output).toBe(0)
    expect(done.output).toContain(`Dismissed: ${id} (rules, debugger-statement, a.js), by Test`)
    expect(() => readFileSync(join(repository.dir, '.wingman/REVIEW.md'))).toThrow('ENOENT')
    expect(JSON.parse(repository.wingman('gate', '--json').stdout)).toMatchObject({
      allowed: true,
      refs: [{ loops: [{ loop: 'basics', passed: true, dismissed: [id] }] }],
    })
    pushes(repository)
    expect(open(repository)).toMatchObject({ findings: [], dismissals: [{ finding: id }] })
    expect(repository.wingman('findings', '--all').stdout).toContain('"a fixture of the debugger"')
    const report = JSON.parse(repository.wingman('gate', 'report', '--json').stdout)
    expect(report).toMatchObject({
      blockers: { found: 1, dismissed: 1 },
      dismissals: [{ finding: id, reopened: false }],
    })
    expect(repository.wingman('gate', 'report').stdout).toContain(
      'Dismissed as wrong: 1 of 1 finding that held a push.',
    )
  })

  test('is not raised again by the next review, and the same words in another file are', async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': DEFECT })
    const id = onlyFinding(repository)
    expect(dismiss(repository, id).status).toBe(0)
    await commitReviewed(repository, { 'b.js': DEFECT })
    const { findings } = open(repository)
    expect(findings.map(({ file }) => file)).toEqual(['b.js'])
    expect(repository.push().status).toBe(1)
  })

  test('a second one of the same words in the same file still holds the push', async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': `export const a = 1\n${DEFECT}` })
    expect(dismiss(repository, onlyFinding(repository)).status).toBe(0)
    await commitReviewed(repository, { 'a.js': `${DEFECT}export const a = 1\n${DEFECT}` })
    expect(open(repository).findings).toHaveLength(1)
    expect(repository.push().status).toBe(1)
  })

  test('counts again once it is reopened', async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': DEFECT })
    const id = onlyFinding(repository)
    expect(dismiss(repository, id).status).toBe(0)
    const reopened = repository.wingman('findings', 'reopen', id)
    expect(reopened.status, reopened.output).toBe(0)
    expect(open(repository).findings).toHaveLength(1)
    expect(repository.push().status).toBe(1)
    expect(repository.wingman('findings', 'reopen', id).status).toBe(2)
  })

  test('lets the loops have their turn that waited for this one', async () => {
    const repository = gatedRepository(`${TWO_LOOPS}`)
    await commitReviewed(repository, { 'a.js': DEFECT })
    expect(dismiss(repository, onlyFinding(repository)).status).toBe(0)
    expect(repository.push().stderr).toContain('second: ')
    expect(repository.wingman('run', 'review').status).toBe(0)
    pushes(repository)
  })

  test('is not dismissed by an agent, nor without a reason', async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': DEFECT })
    const id = onlyFinding(repository)
    const byAgent = dismiss(repository, id, { CLAUDECODE: '1' })
    expect(byAgent).toMatchObject({ status: 2 })
    expect(byAgent.output).toContain('Only a person may dismiss a finding, and claude is calling.')
    expect(repository.wingman('findings', 'dismiss', id, '--reason', 'x').status).toBe(2)
    const silent = typed(repository, ['findings', 'dismiss', id])
    expect(silent).toMatchObject({ status: 2 })
    expect(silent.output).toContain('A dismissal needs a reason')
    expect(repository.push().status).toBe(1)
  })
})

const TWO_LOOPS = `reviewers:
  green: { run: 'true' }
loops:
  basics:
    reviewers: [rules]
  second:
    reviewers: [green]
gates:
  ship:
    requires: [basics, second]
`

test('an id that nobody gave is said to be none', () => {
  const repository = gatedRepository(RULES_ONLY)
  const unknown = repository.wingman('findings', 'dismiss', 'f-0000000000', '--reason', 'x')
  expect(unknown).toMatchObject({ status: 2 })
  expect(unknown.stderr).toContain('No review here has a finding `f-0000000000`.')
})
