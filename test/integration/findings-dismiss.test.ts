import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  pushes,
  repairIn,
} from '../support/gate-scenes.ts'
import { finding, modelScene, promptOf, revision } from '../support/model-scenes.ts'
import { KEY_BODY, keyBegin, keyEnd } from '../support/secrets.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const open = (repository: WingmanRepository) =>
  JSON.parse(repository.wingman('findings', '--json').stdout) as {
    findings: { id: string; file: string; quote: string | null }[]
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
    const command = /a person can dismiss it: .*(findings dismiss .+)$/m.exec(held.stderr)?.[1] ?? ''
    expect(command).toContain(id)
    const done = typed(repository, [...command.replace('"…"', 'fixture').split(' ')])
    expect(done.status, done.output).toBe(0)
    expect(done.output).toContain(`Dismissed: ${id} (rules, debugger-statement, a.js), by Test`)
    expect(() => readFileSync(join(repository.dir, '.wingman/REVIEW.md'))).toThrow('ENOENT')
    expect(JSON.parse(repository.wingman('gate', '--json').stdout)).toMatchObject({
      allowed: true,
      refs: [{ loops: [{ loop: 'basics', passed: true, dismissed: [id] }] }],
    })
    pushes(repository)
    expect(open(repository)).toMatchObject({ findings: [], dismissals: [{ finding: id }] })
    expect(repository.wingman('findings', '--all').stdout).toContain('"fixture"')
    const report = JSON.parse(repository.wingman('gate', 'report', '--json').stdout)
    expect(report).toMatchObject({
      blockers: { found: 1, dismissed: 1 },
      dismissals: [{ finding: id, reopened: false }],
    })
    expect(repository.wingman('gate', 'report').stdout).toContain(
      'Dismissed as wrong: 1 of 1 finding that held a push.',
    )
  })

  test('is not raised again by the next review, as long as its file stays as it was', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('checkout', '-q', '-b', 'topic')
    await commitReviewed(repository, { 'a.js': DEFECT })
    expect(dismiss(repository, onlyFinding(repository)).status).toBe(0)
    await commitReviewed(repository, { 'b.js': CLEAN })
    expect(open(repository).findings).toEqual([])
    pushes(repository, 'origin', 'topic')
    await commitReviewed(repository, { 'b.js': DEFECT })
    expect(open(repository).findings.map(({ file }) => file)).toEqual(['b.js'])
    expect(repository.push('origin', 'topic').status).toBe(1)
  })

  test.each([
    ['a second one of the same words', `${DEFECT}export const a = 1\n${DEFECT}`],
    ['one that was moved', `export function pay() {\n  ${DEFECT}}\n`],
  ])('%s in the same file still holds the push', async (_, text) => {
    for (const branch of ['main', 'topic']) {
      const repository = gatedRepository(RULES_ONLY)
      repository.git('checkout', '-q', '-B', branch)
      await commitReviewed(repository, { 'a.js': `export const a = 1\n${DEFECT}` })
      expect(dismiss(repository, onlyFinding(repository)).status).toBe(0)
      await commitReviewed(repository, { 'a.js': text })
      expect(open(repository).findings.length, branch).toBeGreaterThan(0)
      expect(repository.push('origin', branch).status, branch).toBe(1)
    }
  })

  test('is dismissed where it was seen, and not where somebody else has one of the same id', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('checkout', '-q', '-b', 'person')
    await commitReviewed(repository, { 'a.js': `function fixture() {\n  ${DEFECT}}\n` })
    const id = onlyFinding(repository)
    repository.git('checkout', '-q', '-b', 'agent', 'main')
    await commitReviewed(repository, { 'a.js': `export function pay() {\n  ${DEFECT}}\n` })
    expect(onlyFinding(repository)).toBe(id)
    repository.git('checkout', '-q', 'person')
    expect(dismiss(repository, id).status).toBe(0)
    pushes(repository, 'origin', 'person')
    expect(repository.push('origin', 'agent').status).toBe(1)
  })

  test('the same lines at another place of the same file, which read the same as a diff, still hold the push', async () => {
    const [around, defect] = ['{\n  a()\n  b()\n', `${DEFECT}`]
    const file = (...at: string[]) => at.map(what => `${around}${what}  c()\n  d()\n}\n`).join('')
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': file('', '', '', '') })
    pushes(repository, '--no-verify')
    repository.git('checkout', '-q', '-b', 'topic')
    await commitReviewed(repository, { 'a.js': file('', defect, '', '') })
    expect(dismiss(repository, onlyFinding(repository)).status).toBe(0)
    commitUnseen(repository, { 'a.js': file('', '', defect, '') }, '--amend')
    const held = repository.push('origin', 'topic')
    expect(held.stderr).toContain('wingman: this push is held')
    expect(repository.wingman(...repairIn(held)).status).toBe(1)
    expect(repository.push('origin', 'topic').stderr).toContain('debugger-statement')
  })

  test('of a part of the branch says nothing of what the part did not show', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('checkout', '-q', '-b', 'topic')
    commitUnseen(repository, { 'a.js': `export const a = 1\n\nfunction pay() {\n  ${DEFECT}}\n` })
    await commitReviewed(repository, {
      'a.js': `${DEFECT}export const a = 1\n\nfunction pay() {\n  ${DEFECT}}\n`,
    })
    const part = repository.wingman('run', 'review', '--range', 'HEAD~1..HEAD', '--json')
    const review = JSON.parse(part.stdout).id
    const id = JSON.parse(repository.wingman('findings', review, '--json').stdout).findings[0].id
    expect(typed(repository, ['findings', 'dismiss', id, '--review', review, '--reason', 'x']).status).toBe(0)
    expect(repository.push('origin', 'topic').status).toBe(1)
  })

  test('a key of which only the header is quoted: another key is another finding', async () => {
    const key = (body: string) => `export const key = \`${keyBegin()}\n${body}\n${keyEnd()}\`\n`
    const repository = gatedRepository(RULES_ONLY)
    repository.git('checkout', '-q', '-b', 'topic')
    await commitReviewed(repository, { 'a.js': key(KEY_BODY) })
    const ids = open(repository).findings.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(dismiss(repository, id).status).toBe(0)
    await commitReviewed(repository, { 'a.js': key(KEY_BODY.split('').reverse().join('')) })
    expect(repository.push('origin', 'topic').status).toBe(1)
  })

  test('twenty of a kind dismissed leave the twenty-first', async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, {
      'a.js': Array.from({ length: 25 }, (_, at) => `a(${at}); ${DEFECT}`).join(''),
    })
    const { findings } = open(repository)
    expect(findings).toHaveLength(21)
    for (const { id, quote } of findings) if (quote !== null) expect(dismiss(repository, id).status).toBe(0)
    expect(repository.push().stderr).toContain('There are more of these in the file than the first 20')
  }, 300_000)

  test('in a file that the change does not touch, it counts again for another change', async () => {
    const half = (n: number) => `export const half = n => ${n} / n`
    const scene = await modelScene(
      {
        fast: request =>
          revision(
            finding({
              file: 'caller.js',
              quote: 'half(0)',
              enabledBy: promptOf(request).includes(`+${half(2)}`) ? half(2) : half(1),
            }),
          ),
      },
      { files: { 'caller.js': "import { half } from './a.js'\nhalf(0)\n" } },
    )
    scene.commit('one', { 'a.js': `${half(1)}\n` })
    const [shown] = (await scene.review()).loops
    const id = shown?.reviewers[0]?.findings[0]?.id ?? ''
    const dismissed = typed(scene, ['findings', 'dismiss', id, '--reason', 'nobody calls it so'])
    expect(dismissed.status, dismissed.output).toBe(0)
    expect((await scene.review()).verdict).toBe('approved')
    scene.commit('two', { 'a.js': `${half(2)}\n` })
    const again = await scene.review()
    expect(again.loops[0]?.reviewers[0]?.findings.map(one => one.id)).toEqual([id])
    expect(again.verdict).toBe('needs-revision')
  })

  test('is nothing that a command said: that is mended', async () => {
    const repository = gatedRepository(FAILING)
    await commitReviewed(repository, { 'a.js': CLEAN })
    const held = repository.push()
    expect(held.stderr).not.toContain('dismiss')
    const refused = dismiss(repository, onlyFinding(repository))
    expect(refused.status).toBe(2)
    expect(refused.output).toContain('red is a command, and what it says is no opinion')
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

const FAILING = `reviewers:
  red: { run: 'echo "src/a.js:1:1: error: known flake"; exit 1' }
loops:
  basics:
    reviewers: [red]
gates:
  ship:
    requires: [basics]
`

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

test('an id that nobody gave is said to be none', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const unknown = repository.wingman('findings', 'dismiss', 'f-0000000000', '--reason', 'x')
  expect(unknown).toMatchObject({ status: 2 })
  expect(unknown.stderr).toContain('has no finding `f-0000000000`.')
})
