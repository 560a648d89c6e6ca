import { rmSync } from 'node:fs'
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
} from '../support/gate-scenes.ts'
import type { Finished } from '../support/repository.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const CONFIG = 'wingman.config.yaml'
const NO_GATE = 'loops:\n  basics:\n    reviewers: [rules]\n'
const OFF = `${RULES_ONLY}enabled: false\n`
const TWO = `loops:\n  basics: { reviewers: [rules], failOn: warning }\n  late: { reviewers: [rules] }\ngates:\n  ship: { requires: [basics, late] }\n`
const SWITCHED_OFF = 'the config is switched off (`enabled: false`), so nothing is reviewed any more'
const REMOVED = 'the config is removed, so nothing is reviewed any more'
const HEADER = 'this push would go by a looser review policy than the remote has'

function isHeldFor(pushed: Finished, ...words: string[]): void {
  expect(pushed.status, pushed.output).toBe(1)
  expect(pushed.stderr).toContain(HEADER)
  for (const word of words) expect(pushed.stderr).toContain(word)
  expect(pushed.stderr).toMatch(/gate allow \S+ --reason/)
  expect(pushed.stderr).not.toContain('WINGMAN=0')
}

const report = (repository: WingmanRepository) =>
  JSON.parse(repository.wingman('gate', 'report', '--json').stdout)

const allowAndPush = (repository: WingmanRepository, ref = 'HEAD', ...push: string[]) => {
  const given = typed(repository, ['gate', 'allow', ref, '--reason', 'agreed'])
  expect(given.status, given.output).toBe(0)
  pushes(repository, ...push)
  return given
}

describe('a push whose commits make the review ask for less is held for a person', () => {
  test.each([
    ['the gate is gone', NO_GATE, 'gate ship: removed'],
    ['it only warns', `${RULES_ONLY}    mode: warn\n`, 'gate ship: only warns now, did block'],
    ['it is switched off', OFF, SWITCHED_OFF],
    [
      'files are ignored',
      `${RULES_ONLY}context: { ignore: ['src/**'] }\n`,
      'context.ignore: no reviewer is shown `src/**` any more',
    ],
    [
      'a rule is off',
      `${RULES_ONLY}reviewers: { rules: { rules: { debugger-statement: off } } }\n`,
      'loop basics: reviewer rules has the rule debugger-statement switched off now',
    ],
  ])('%s', async (_, config, words) => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { [CONFIG]: config, 'a.js': CLEAN })
    const pushed = repository.push()
    isHeldFor(pushed, words)
    expect(pushed.stderr).not.toContain('only in your working tree')
  })

  test('the config is removed, while the tree has one', () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('rm', '-q', CONFIG)
    commitUnseen(repository, { 'a.js': CLEAN })
    repository.write({ [CONFIG]: RULES_ONLY })
    isHeldFor(repository.push(), REMOVED)
  })
})

describe('in a project of npm, whose package.json stays as it is', () => {
  test.each(['in a commit', 'in the working tree alone'])('the config removed %s is held', where => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'package.json': '{ "name": "p" }\n' })
    repository.git('push', '-q', '--no-verify')
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.git('rm', '-q', CONFIG)
    if (where === 'in a commit') commitUnseen(repository, { 'b.js': CLEAN })
    isHeldFor(repository.push(), REMOVED)
    expect(repository.wingman('gate').status).toBe(1)
  })
})

describe('an edit of the config that is in no commit is compared as well', () => {
  test.each([
    ['switched off', OFF, SWITCHED_OFF],
    ['no gate', TWO.replace(/gates:[\s\S]*/, ''), 'gate ship: removed, and no other holds all that it did'],
    ['a loop dropped', TWO.replace(/ {2}late: .*\n/, '').replace(', late', ''), 'loop late: removed'],
    [
      'a higher bar',
      TWO.replace('warning', 'critical'),
      'loop basics: blocks only critical now, was warning',
    ],
  ])('%s', (_, config, words) => {
    const repository = gatedRepository(TWO)
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.write({ [CONFIG]: config })
    isHeldFor(repository.push(), `${words} (only in your working tree)`, 'put it back')
    expect(report(repository)).toMatchObject({ held: 1, loosened: 1, notReviewable: 0 })
    expect(onRemote(repository, 'refs/heads/main')).not.toBe(repository.git('rev-parse', 'HEAD'))
  })

  test('also where git is told to look away, on a new branch, a tag and another kind of ref', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.git('update-index', '--assume-unchanged', CONFIG)
    repository.write({ [CONFIG]: OFF })
    repository.git('tag', 'v1')
    for (const ref of ['main', 'main:new', 'v1', 'HEAD:refs/other/x'])
      isHeldFor(repository.push('origin', ref), SWITCHED_OFF)
    const some = repository.push('origin', 'main', 'v1')
    expect(some.stderr.split(HEADER)).toHaveLength(3)
  })

  test('one that asks for more, for the same, or is put back, holds nothing', async () => {
    const repository = gatedRepository(TWO)
    await commitReviewed(repository, { 'a.js': CLEAN })
    repository.write({ [CONFIG]: OFF })
    expect(repository.push().status).toBe(1)
    repository.write({ [CONFIG]: `# the same\r\n${TWO.replaceAll('\n', '\r\n')}` })
    pushes(repository)
    await commitReviewed(repository, { [CONFIG]: TWO, 'b.js': CLEAN })
    repository.write({ [CONFIG]: TWO.replaceAll('\n', '\r\n') })
    pushes(repository)
  })

  test('where no gate would have held the branch it may be as it likes', () => {
    const repository = gatedRepository(`${RULES_ONLY}    branches: [main]\n`)
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.write({ [CONFIG]: OFF })
    pushes(repository, 'origin', 'main:topic')
    isHeldFor(repository.push('origin', 'main'), SWITCHED_OFF)
  })

  test('what an imported file or a prompt says is part of it', () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('rm', '-q', CONFIG)
    const config = `import { gates } from './gates.mjs'\nexport default { loops: { basics: { reviewers: ['rules'] } }, gates }\n`
    const gates = `export const gates = { ship: { requires: ['basics'] } }\n`
    commitUnseen(repository, { 'wingman.config.mjs': config, 'gates.mjs': gates })
    repository.git('push', '-q', '--no-verify')
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.write({ 'gates.mjs': 'export const gates = {}\n' })
    isHeldFor(
      repository.push(),
      'gate ship: removed, and no other holds all that it did (only in your working tree)',
    )
  })

  test('a config that imports what git has never heard of is no reason to hold', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('rm', '-q', CONFIG)
    const config = `import { gates } from './own.mjs'\nexport default { loops: { basics: { reviewers: ['rules'] } }, gates }\n`
    repository.write({ 'own.mjs': `export const gates = { ship: { requires: ['basics'] } }\n` })
    commitUnseen(repository, { 'wingman.config.mjs': config, '.gitignore': 'own.mjs\n' })
    repository.git('push', '-q', '--no-verify')
    await commitReviewed(repository, { 'a.js': CLEAN })
    pushes(repository)
  })

  test.skipIf(noTerminal)('a person who was shown it lets it go once', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': DEFECT })
    repository.write({ [CONFIG]: NO_GATE })
    expect(allowAndPush(repository).output).toContain(
      'gate ship: removed, and no other holds all that it did (only in your working tree)',
    )
    commitUnseen(repository, { 'b.js': DEFECT, [CONFIG]: RULES_ONLY })
    repository.write({ [CONFIG]: NO_GATE })
    isHeldFor(repository.push())
  })
})

describe('a config that is removed', () => {
  test.skipIf(noTerminal)('is an ordinary loosening: held, on record, and let go by a person', () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('rm', '-q', CONFIG)
    commitUnseen(repository, { 'a.js': CLEAN })
    isHeldFor(repository.push(), REMOVED)
    expect(repository.wingman('gate').status).toBe(1)
    expect(report(repository)).toMatchObject({ held: 1, loosened: 1 })
    expect(repository.wingman('gate', 'allow', '--reason', 'x').stderr).toContain('[E_PERSON]')
    allowAndPush(repository)
    commitUnseen(repository, { 'b.js': DEFECT })
    pushes(repository)
    expect(report(repository)).toMatchObject({ bypasses: [], exceptions: { used: [{}] } })
  })

  test('and pushed without the gate is noticed', () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('rm', '-q', CONFIG)
    const bad = commitUnseen(repository, { 'a.js': DEFECT })
    expect(repository.run('git', ['push'], { env: { WINGMAN: '0' } }).status).toBe(0)
    expect(report(repository).bypasses).toMatchObject([{ commit: bad, gates: ['ship'] }])
    expect(repository.wingman('status').stdout).toContain('Went out without the gate')
  })

  test('only from the working tree holds as well', () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': CLEAN })
    rmSync(join(repository.dir, CONFIG))
    isHeldFor(repository.push(), `${REMOVED} (only in your working tree)`)
  })

  test('also before the remote has any: what is pushed says what holds', () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('init', '-q', '--bare', '../second.git')
    repository.git('remote', 'set-url', 'origin', '../second.git')
    repository.git('update-ref', '-d', 'refs/remotes/origin/main')
    commitUnseen(repository, { 'a.js': DEFECT })
    rmSync(join(repository.dir, CONFIG))
    isHeldFor(repository.push('origin', 'main'), REMOVED)
  })
})

describe('there is no way around it by another name', () => {
  const loose = (config: string | null) => {
    const repository = gatedRepository(RULES_ONLY)
    if (config === null) repository.git('rm', '-q', CONFIG)
    commitUnseen(repository, { 'a.js': DEFECT, ...(config === null ? {} : { [CONFIG]: config }) })
    return repository
  }

  test.each([
    ['switched off', OFF, SWITCHED_OFF],
    ['without gates', NO_GATE, 'gate ship: removed'],
    ['removed', null, REMOVED],
  ])('%s, on a new branch and on a tag', (_, config, words) => {
    const repository = loose(config)
    repository.git('tag', '-a', 'v1', '-m', 'v1')
    isHeldFor(repository.push('origin', 'main:new'), words)
    isHeldFor(repository.push('origin', 'v1'), words)
  })

  test.each([
    ['switched off', OFF, SWITCHED_OFF],
    ['without a config', null, REMOVED],
  ])('%s, on a branch without a common history', (_, config, words) => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('checkout', '-q', '--orphan', 'other')
    if (config === null) repository.git('rm', '-q', '-f', CONFIG)
    commitUnseen(repository, { 'a.js': DEFECT, ...(config === null ? {} : { [CONFIG]: config }) })
    isHeldFor(repository.push('origin', 'other'), words)
  })

  test('a branch of its own that no gate holds may be without a config', () => {
    const repository = gatedRepository(`${RULES_ONLY}    branches: [main]\n`)
    repository.git('checkout', '-q', '--orphan', 'pages')
    repository.git('rm', '-q', '-f', CONFIG)
    commitUnseen(repository, { 'a.html': 'page\n' })
    pushes(repository, 'origin', 'pages')
  })

  test('what the remote has by way of a branch without a gate becomes no release by a tag', () => {
    const repository = gatedRepository(`${RULES_ONLY}    branches: [main]\n`)
    commitUnseen(repository, { 'a.js': DEFECT, [CONFIG]: OFF })
    repository.git('push', '-q', '--no-verify', 'origin', 'main:wip')
    repository.git('tag', 'v1')
    isHeldFor(repository.push('origin', 'v1'), SWITCHED_OFF)
    isHeldFor(repository.push('origin', 'main:main'), SWITCHED_OFF)
  })

  test('a tag on an old release, and a branch from an old commit, go by what was asked for then', async () => {
    const repository = gatedRepository(RULES_ONLY)
    const old = repository.git('rev-parse', 'HEAD')
    await commitReviewed(repository, { [CONFIG]: TWO })
    pushes(repository)
    repository.git('tag', 'v0', old)
    pushes(repository, 'origin', 'v0')
    repository.git('checkout', '-q', '-b', 'hotfix', old)
    await commitReviewed(repository, { 'a.js': CLEAN })
    pushes(repository, 'origin', 'hotfix')
  })
})

test('what was broken at the remote cannot be read, and a repair is confirmed once', async () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { [CONFIG]: 'loops: {\n' })
  repository.git('push', '-q', '--no-verify')
  await commitReviewed(repository, { [CONFIG]: RULES_ONLY })
  isHeldFor(repository.push(), 'the config at the remote is broken and cannot be read')
})

test('a gate that a broken config keeps from an answer is on record', () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { 'a.js': CLEAN })
  repository.write({ [CONFIG]: 'loops: {\n' })
  expect(repository.push().status).toBe(1)
  expect(repository.push().status).toBe(1)
  expect(repository.wingman('ship', 'origin', 'main').status).not.toBe(0)
  expect(report(repository)).toMatchObject({
    held: 1,
    failed: [{ error: 'E_CONFIG', held: 1 }],
    notReviewable: 0,
  })
  expect(repository.wingman('gate', 'report').stdout).toContain(
    'the gate came to no answer, E_CONFIG: held 1',
  )
})

test('gate --json says why, and lists each way', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.write({ [CONFIG]: `${RULES_ONLY}    mode: warn\n` })
  commitUnseen(repository, {})
  const { allowed, blockers } = JSON.parse(repository.wingman('gate', '--json').stdout)
  expect(allowed).toBe(false)
  expect(blockers).toMatchObject([
    {
      loop: null,
      loosened: ['gate ship: only warns now, did block'],
      reason: expect.stringContaining('looser'),
    },
  ])
})

test('one that asks for more, or for the same in other words, goes by its review', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { [CONFIG]: `# the same\n${RULES_ONLY}`, 'a.js': CLEAN })
  pushes(repository)
  await commitReviewed(repository, {
    [CONFIG]: RULES_ONLY.replace('[rules]', '[rules]\n    failOn: warning'),
  })
  pushes(repository)
})
