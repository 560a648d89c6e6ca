import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  pushes,
} from '../support/gate-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'

const withGate = (gate: string, loops = 'basics: { reviewers: [rules] }'): string =>
  `loops:\n  ${loops}\ngates:\n  ship: { requires: [basics], ${gate} }\n`

test('without a config nothing is gated', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('rm', '-q', 'wingman.config.yaml')
  commitUnseen(repository, {})
  repository.git('push', '-q', '--no-verify')
  commitUnseen(repository, { 'a.js': DEFECT })
  pushes(repository)
  pushes(repository, 'origin', 'main:other')
  const gate = repository.wingman('gate')
  expect(gate.stdout).toContain('no config')
})

test('without gates nothing is held, and status says so', async () => {
  const repository = gatedRepository('loops:\n  basics: { reviewers: [rules] }\n')
  await commitReviewed(repository, { 'a.js': DEFECT })
  pushes(repository)
  expect(repository.wingman('status').stdout).toContain('no gates')
})

test('switched off in the config, nothing is held, and status says so', () => {
  const repository = gatedRepository(`${RULES_ONLY}enabled: false\n`)
  repository.commit('bad', { 'a.js': DEFECT })
  pushes(repository)
  expect(repository.wingman('status').stdout).toContain('Switched off')
})

test('a gate that only warns says what it would have held, and lets it pass', async () => {
  const repository = gatedRepository(withGate('mode: warn'))
  await commitReviewed(repository, { 'a.js': DEFECT })
  const pushed = repository.push()
  expect(pushed.status).toBe(0)
  expect(pushed.stderr).toContain('this push would be held, but the gate only warns')
  expect(pushed.stderr).toContain('a.js:1  debugger-statement')
})

test.each([
  ['whenMissing', 'was never reviewed'],
  ['whenStale', 'came after the last review'],
  ['whenUnknown', 'could not decide'],
])('%s: warn says it, allow is silent, and neither waves a finding through', async (when, words) => {
  const loops = `basics: { reviewers: [${when === 'whenUnknown' ? 'rules, missing' : 'rules'}] }\nreviewers:\n  missing: { run: no-such-command }`
  const repository = gatedRepository(withGate(`${when}: warn`, loops))
  if (when !== 'whenMissing') await commitReviewed(repository, { 'a.js': CLEAN })
  if (when !== 'whenUnknown') commitUnseen(repository, { 'b.js': CLEAN })
  const warned = repository.push()
  expect(warned, warned.output).toMatchObject({ status: 0 })
  expect(warned.stderr).toContain(words)

  // A person lets the looser policy go out first.
  commitUnseen(repository, { 'wingman.config.yaml': withGate(`${when}: allow`, loops) })
  expect(repository.run('git', ['push'], { env: { WINGMAN: '0' } }).status).toBe(0)
  if (when === 'whenUnknown') await commitReviewed(repository, { 'c.js': CLEAN })
  else commitUnseen(repository, { 'c.js': CLEAN })
  const allowed = repository.push()
  expect(allowed.status, allowed.output).toBe(0)
  expect(allowed.stderr).not.toContain('wingman:')

  await commitReviewed(repository, { 'd.js': DEFECT })
  expect(repository.push().status).toBe(1)
})

test('gates hold the branches they name, each asking for its own loops', async () => {
  const config = `loops:
  basics: { reviewers: [rules] }
  late: { on: [explicit], reviewers: [rules], failOn: suggestion }
gates:
  ship: { branches: [main, 'release/*'], requires: [basics] }
  releases: { branches: ['release/*'], requires: [basics, late] }
`
  const repository = gatedRepository(config)
  commitUnseen(repository, { 'a.js': CLEAN })
  pushes(repository, 'origin', 'HEAD:refs/heads/topic')
  repository.git('update-ref', '-d', 'refs/remotes/origin/topic')
  for (const branch of ['main', 'release/1.0']) {
    expect(repository.push('origin', `HEAD:refs/heads/${branch}`).status).toBe(1)
  }
  expect(repository.push('origin', 'HEAD:refs/heads/release/1/x').status, 'one level only').toBe(0)
  repository.git('update-ref', '-d', 'refs/remotes/origin/release/1/x')

  expect(repository.wingman('run', 'review', '--loop', 'basics').status).toBe(0)
  const held = repository.push('origin', 'HEAD:refs/heads/release/1.0')
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('✔ basics: approved')
  expect(held.stderr).toContain('✖ late: ')
  pushes(repository, 'origin', 'HEAD:refs/heads/main')
})

test('what a gate allows unreviewed is not called approved', () => {
  const repository = gatedRepository(withGate('whenMissing: allow'))
  commitUnseen(repository, { 'a.js': CLEAN })
  const gate = repository.wingman('gate')
  expect(gate.status).toBe(0)
  expect(gate.stdout).not.toContain('is approved')
  const answer = JSON.parse(repository.wingman('gate', '--json').stdout)
  expect(answer).toMatchObject({
    version: 1,
    allowed: true,
    refs: [{ ref: 'refs/heads/main', commits: 1, effect: 'pass', loops: [{ standing: 'missing' }] }],
  })
})

test('the gate answers for a ref that is named, and for one that is not there', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  expect(repository.wingman('gate', 'main').stdout).toContain('refs/heads/main is approved')
  expect(repository.wingman('gate', 'HEAD~1').stdout).toContain('has nothing new')
  const unknown = repository.wingman('gate', 'nowhere')
  expect(unknown.status).toBe(2)
  expect(unknown.stderr).toContain('`nowhere` is not a branch, tag or commit')
})
