import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  onRemote,
  pushes,
  shortId,
} from '../support/gate-scenes.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const ANYONE = `${RULES_ONLY}    exceptions: anyone\n`
const allow = (repository: WingmanRepository, ...args: string[]) =>
  repository.wingman('gate', 'allow', ...args, '--reason', 'hotfix')
const journal = (repository: WingmanRepository): string[] => {
  const folder = join(repository.dir, '.git/wingman/journal')
  return readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
}
const main = (repository: WingmanRepository) => onRemote(repository, 'refs/heads/main')

describe.skipIf(noTerminal)('a person at a terminal', () => {
  test('opens the gate for one push of what is held, and signs for it', () => {
    const repository = gatedRepository(RULES_ONLY)
    const bad = commitUnseen(repository, { 'a.js': DEFECT })
    const given = typed(repository, ['gate', 'allow', '--reason', 'hotfix AKIAIOSFODNN7EXAMPLE'])
    expect(given.status, given.output).toBe(0)
    expect(given.output).toContain('was never reviewed')
    expect(given.output).toContain(`Opened for one push of exactly ${shortId(bad)} (refs/heads/main)`)
    const pushed = repository.push()
    expect(pushed.status, pushed.output).toBe(0)
    expect(pushed.stderr).toMatch(
      /refs\/heads\/main at \w{10} passes, this once: Test <test@localhost> allowed it on [\d-]+ \("hotfix AKIA\*{4}"\)/,
    )
    expect(main(repository)).toBe(bad)
    expect(journal(repository).join()).not.toContain('AKIAIOSFODNN7EXAMPLE')
    const report = JSON.parse(repository.wingman('gate', 'report', '--json').stdout)
    expect(report.exceptions).toMatchObject({
      given: [{ commit: bad, ref: 'refs/heads/main', remote: 'origin', who: { name: 'Test', agent: null } }],
      used: [{ commit: bad, refs: ['refs/heads/main'], remote: 'origin' }],
      open: [],
    })
    expect(report.bypasses).toEqual([])
    expect(repository.wingman('log').stdout).toContain('was pushed to origin by exception')
  })

  test.each([
    'CLAUDECODE',
    'CLAUDE_CODE_SESSION_ID',
    'CODEX_THREAD_ID',
    'GEMINI_SESSION_ID',
    'COPILOT_CLI',
    'OPENCODE',
  ])('is nobody whom %s speaks for', name => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    const refused = typed(repository, ['gate', 'allow', '--reason', 'I want to'], { [name]: '1' })
    expect(refused.status, refused.output).toBe(2)
    expect(refused.output).toContain('Only a person may open the gate')
    expect(repository.push().status).toBe(1)
  })

  test('is asked for a reason', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    for (const reason of [[], ['--reason', '  ']]) {
      const refused = typed(repository, ['gate', 'allow', ...reason])
      expect(refused.status).toBe(2)
      expect(refused.output).toContain('An exception needs a reason')
    }
  })
})

describe.skipIf(noTerminal)('gate allow refuses in an order that helps', () => {
  const AGENT = { CLAUDECODE: '1' }

  test('nothing to push, then nothing held, whoever asks', () => {
    const repository = gatedRepository(RULES_ONLY)
    expect(typed(repository, ['gate', 'allow'], AGENT).output).toContain('Nothing is held here')
    expect(typed(repository, ['gate', 'allow', 'nowhere'], AGENT).output).toContain('[E_UNKNOWN_REVISION]')
    repository.git('checkout', '-q', '--orphan', 'empty')
    expect(typed(repository, ['gate', 'allow'], AGENT).output).toContain('[E_NO_COMMIT]')
  })

  test('an agent, then no terminal, then no reason', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    const agent = repository.wingmanWith({ env: AGENT }, 'gate', 'allow')
    expect(agent.stderr).toContain('claude is calling')
    expect(agent.stderr).not.toContain('anyone')
    expect(repository.wingman('gate', 'allow').stderr).toContain('there is no terminal here')
    const person = typed(repository, ['gate', 'allow'])
    expect(person.output).toMatch(/was never reviewed[\s\S]*An exception needs a reason/)
    expect(repository.has('.git/wingman/journal')).toBe(false)
  })
})

test('status shows what is open, until it is used up', () => {
  const repository = gatedRepository(ANYONE)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  const open = `The gate is open for one push of ${shortId(bad)} (refs/heads/main)`
  expect(repository.wingman('status').stdout).toContain(open)
  expect(JSON.parse(repository.wingman('status', '--json').stdout).exceptions).toMatchObject([
    { commit: bad },
  ])
  pushes(repository)
  expect(repository.wingman('status').stdout).not.toContain(open)
})

test('doctor names what it cannot read of the journal, and leaves it', () => {
  const repository = gatedRepository(ANYONE)
  commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  expect(repository.wingman('doctor').stdout).toMatch(/^✔ .*journal/m)
  repository.write({ '.git/wingman/journal/one.used.json': '{', '.git/wingman/journal/two.gate.json': '' })
  const { status, stdout } = repository.wingman('doctor', '--fix')
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /journal: an entry of the journal cannot be read, and counts as a use\n.*one\.used\.json/,
  )
  expect(stdout).toMatch(
    /journal: an entry of the journal cannot be read, and is not counted\n.*two\.gate\.json/,
  )
  expect(repository.read('.git/wingman/journal/one.used.json')).toBe('{')
})

test('without a terminal the gate is not opened', () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { 'a.js': DEFECT })
  const refused = allow(repository)
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain('there is no terminal here')
  expect(refused.stderr).toContain('[E_PERSON]')
  expect(repository.push().status).toBe(1)
})

test('who it was is whom git would name, as it does in its own logs', () => {
  const repository = gatedRepository(ANYONE)
  repository.git('config', 'user.name', 'Ann')
  repository.git('config', 'user.email', 'ann@example.com')
  commitUnseen(repository, { 'a.js': DEFECT })
  const env = { GIT_COMMITTER_NAME: 'Bea', GIT_COMMITTER_EMAIL: 'bea@example.com' }
  const given = repository.wingmanWith({ env }, 'gate', 'allow', '--json', '--reason', 'hotfix')
  expect(JSON.parse(given.stdout).exception.who).toMatchObject({ name: 'Bea', email: 'bea@example.com' })
  expect(repository.run('git', ['push', '-q'], { env }).status).toBe(0)
  const { exceptions } = JSON.parse(repository.wingman('gate', 'report', '--json').stdout)
  expect(exceptions.used).toMatchObject([{ who: { name: 'Bea', email: 'bea@example.com' } }])
  commitUnseen(repository, { 'b.js': DEFECT })
  const unset = { GIT_COMMITTER_NAME: undefined, GIT_COMMITTER_EMAIL: undefined }
  const settings = repository.wingmanWith({ env: unset }, 'gate', 'allow', '--json', '--reason', 'hotfix')
  expect(JSON.parse(settings.stdout).exception.who).toMatchObject({ name: 'Ann', email: 'ann@example.com' })
})

test('where the config says so, anyone may; it is written down who it was', () => {
  const repository = gatedRepository(ANYONE)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  const given = repository.wingmanWith(
    { env: { CODEX_THREAD_ID: 'x' } },
    'gate',
    'allow',
    '--reason',
    'x',
    '--json',
  )
  expect(given.status, given.output).toBe(0)
  expect(JSON.parse(given.stdout).exception).toMatchObject({ commit: bad, who: { agent: 'codex' } })
  pushes(repository)
})

test('an exception is used up by one push', () => {
  const repository = gatedRepository(ANYONE)
  commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  pushes(repository)
  expect(repository.push('origin', 'HEAD:other').status).toBe(0) // the remote has it now
  repository.git('push', '-q', '--no-verify', '--force', 'origin', 'HEAD~1:main')
  repository.git('push', '-q', '--no-verify', 'origin', ':other')
  expect(repository.push().status).toBe(1)
})

test('an exception for one commit opens no other, and waits for its own', async () => {
  const repository = gatedRepository(ANYONE)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  const worse = commitUnseen(repository, { 'b.js': DEFECT })
  expect(repository.push().status).toBe(1)
  expect(repository.push('origin', `${bad}:main`).status).toBe(0)
  expect(main(repository)).toBe(bad)
  expect(main(repository)).not.toBe(worse)
})

test('a tag at that commit counts as the commit, in the same push', () => {
  const repository = gatedRepository(ANYONE)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  repository.git('tag', '-a', 'v1', '-m', 'v1')
  allow(repository, 'v1')
  pushes(repository, 'origin', 'main', 'v1')
  expect(onRemote(repository, 'v1^{commit}')).toBe(bad)
})

test('a push that is held for another ref uses nothing up', () => {
  const repository = gatedRepository(ANYONE)
  commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  repository.git('switch', '-q', '-c', 'other')
  commitUnseen(repository, { 'b.js': DEFECT })
  expect(repository.push('origin', 'main', 'other').status).toBe(1)
  pushes(repository, 'origin', 'main')
})

test('asking the gate uses nothing up, and names the exception', () => {
  const repository = gatedRepository(ANYONE)
  commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  expect(allow(repository).stdout).toContain('It is open already, for one push')
  expect(repository.wingman('gate').stdout).toContain('passes once')
  const answer = JSON.parse(repository.wingman('gate', '--json').stdout)
  expect(answer).toMatchObject({ allowed: true, refs: [{ exception: { reason: 'hotfix' } }], blockers: [] })
  pushes(repository)
})

test('what is pushed under another name is opened as git push would write it', () => {
  const repository = gatedRepository(`${RULES_ONLY}    branches: [release]\n    exceptions: anyone\n`)
  commitUnseen(repository, { 'a.js': DEFECT })
  expect(allow(repository).stdout).toContain('Nothing is held here')
  expect(repository.push('origin', 'main:release').status).toBe(1)
  expect(allow(repository, 'main:release').status).toBe(0)
  pushes(repository, 'origin', 'main:release')
})

test('a tag on what is no commit can be let go as well', () => {
  const repository = gatedRepository(ANYONE)
  repository.git('tag', 'blob', 'HEAD:README.md')
  expect(repository.push('origin', 'blob').status).toBe(1)
  expect(allow(repository, 'blob').status).toBe(0)
  pushes(repository, 'origin', 'blob')
})

test('of two pushes in the same moment one gets the exception', async () => {
  const repository = gatedRepository(ANYONE)
  repository.git('init', '-q', '--bare', '../second.git')
  repository.git('remote', 'add', 'second', '../second.git')
  commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  const both =
    'git push origin main & one=$!; git push second main & two=$!; wait $one; a=$?; wait $two; echo "$a $?"'
  const { stdout, output } = repository.run('sh', ['-c', both])
  expect(stdout.trim().split(' ').sort(), output).toEqual(['0', '1'])
})

test('a broken config is not opened', () => {
  const repository = gatedRepository(ANYONE)
  commitUnseen(repository, { 'a.js': DEFECT })
  allow(repository)
  repository.write({ 'wingman.config.yaml': 'loops: {\n' })
  expect(repository.push().status).toBe(1)
  expect(allow(repository).status).toBe(2)
})

test('where nothing is held there is nothing to open', async () => {
  const repository = gatedRepository(ANYONE)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const run = repository.wingmanWith(
    { cwd: join(repository.dir, '.wingman') },
    'gate',
    'allow',
    '--reason',
    'x',
  )
  expect(run).toMatchObject({ status: 0, stdout: 'Nothing is held here, so there is nothing to open.\n' })
  expect(repository.has('.git/wingman/journal')).toBe(false)
})

test('the report tells what was held and what only warned, per loop and reason', async () => {
  const repository = gatedRepository(`${RULES_ONLY}    whenMissing: block\n`)
  expect(repository.wingman('gate', 'report').stdout).toContain('Held: 0 pushes')
  await commitReviewed(repository, { 'a.js': DEFECT })
  repository.push()
  repository.push()
  commitUnseen(repository, { 'b.js': CLEAN })
  repository.push()
  commitUnseen(repository, { 'wingman.config.yaml': `${RULES_ONLY}    mode: warn\n` })
  repository.git('push', '-q', '--no-verify')
  commitUnseen(repository, { 'c.js': CLEAN })
  pushes(repository)
  const report = repository.wingman('gate', 'report', '--since', '1d')
  expect(report.stdout).toContain('Held: 2 pushes. Would have been held, but the gate only warns: 1.')
  expect(report.stdout).toContain('basics, needs-revision: held 1, 1 finding')
  expect(report.stdout).toMatch(/basics, (stale|missing): held 1, warned 1/)
  expect(report.stdout).toContain('Dismissed as wrong: 0 of 1 finding that held a push.')
  expect(JSON.parse(repository.wingman('gate', 'report', '--since', '0s', '--json').stdout).held).toBe(0)
  const since = (day: string) => repository.wingman('gate', 'report', '--since', day, '--json').stdout
  const today = new Date().toISOString().slice(0, 10)
  expect(JSON.parse(since('2020-01-01')).held).toBeGreaterThan(0)
  expect(JSON.parse(since(today)).since).toBe(`${today}T00:00:00.000Z`)
  expect(repository.wingman('gate', 'report', '--since', 'ever').status).toBe(2)
})
