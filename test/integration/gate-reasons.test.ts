import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  onRemote,
  pushes,
  repairAndPush,
  repairIn,
  shortId,
  unseen,
} from '../support/gate-scenes.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository } from '../support/wingman.ts'

// Each reason for holding a push has its own words, and the command it names opens the gate.

test('never reviewed: the commit was made without hooks', () => {
  const repository = gatedRepository(RULES_ONLY)
  const before = onRemote(repository, 'main') ?? ''
  repository.write({ 'a.js': CLEAN })
  repository.git('add', '-A')
  repository.run('git', ['commit', '-q', '-m', 'switched off'], { env: { WINGMAN: '0' } })
  const unseen = repository.git('rev-parse', 'HEAD')
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('refs/heads/main: 1 new commit')
  expect(held.stderr).toContain(`basics: ${shortId(unseen)} was never reviewed`)
  expect(repairIn(held)).toEqual(['run', 'review', '--range', `${shortId(before)}..${shortId(unseen)}`])
  expect(repairAndPush(repository, held).status).toBe(0)
})

test('stale: the reviewed commit was amended without hooks', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const reviewed = await commitReviewed(repository, { 'a.js': CLEAN })
  const amended = commitUnseen(repository, { 'a.js': 'export const a = 2\n' }, '--amend')
  const held = repository.push()
  expect(held.stderr).toContain(
    `the last review is of ${shortId(reviewed)}, and ${shortId(amended)} has other content`,
  )
  expect(repairAndPush(repository, held).status).toBe(0)
})

test('needs revision: the finding is shown where it is', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = await commitReviewed(repository, { 'a.js': DEFECT })
  const held = repository.push()
  expect(held.stderr).toContain(`needs revision (1 finding in the review of ${shortId(bad)})`)
  expect(held.stderr).toContain('a.js:1  debugger-statement')
  const shown = repository.wingman(...(/wingman (show .+)$/m.exec(held.stderr)?.[1] ?? '').split(' '))
  expect(shown.stdout).toContain('a.js:1  debugger-statement')
  expect(repository.wingman('gate').status).toBe(1)
})

test('could not decide: a reviewer is not installed', async () => {
  const repository = gatedRepository(runs('./check'))
  await commitReviewed(repository, { 'a.js': CLEAN })
  const held = repository.push()
  expect(held.stderr).toMatch(/could not decide about [0-9a-f]{10}: checks: command not found/)
  repository.write({ '.git/info/exclude': 'check\n' })
  repository.executable('check', '#!/bin/sh\nexit 0\n')
  expect(repairAndPush(repository, held).status).toBe(0)
})

test('unreadable: a result was cut off, garbled, or written by another version', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const result = JSON.parse(readFileSync(resultsOf(repository)[0] ?? '', 'utf8'))
  for (const text of [
    '',
    '{"version": 1, "loop"',
    JSON.stringify({ ...result, version: 2 }),
    '[]',
    '{"version":1}',
  ]) {
    for (const path of resultsOf(repository)) writeFileSync(path, text)
    const held = repository.push()
    expect(held.status, text).toBe(1)
    expect(held.stderr, text).toContain('basics: the result cannot be read')
  }
  for (const path of resultsOf(repository)) writeFileSync(path, JSON.stringify({ ...result, version: 2 }))
  const held = repository.push()
  expect(held.stderr).toContain('was written by a newer wingman (version 2 of the format, this one reads 1)')
  expect(repairAndPush(repository, held).status).toBe(0)
})

test('not finished: the worker cannot do its work, and the push says why', async () => {
  const repository = gatedRepository(`${RULES_ONLY}context:\n  base: origin/gone\n`)
  repository.commit('clean', { 'a.js': CLEAN })
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('The base `origin/gone` is not a commit of this repository')
  repository.git('-C', '../remote.git', 'branch', 'gone', 'main')
  repository.git('fetch', '-q')
  pushes(repository)
})

test('not kept: a review that could not be written is no review, and its request is not lost', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.write({ '.git/wingman/results': 'no folder' })
  repository.commit('clean', { 'a.js': CLEAN })
  const held = repository.push()
  expect(held.stderr).toContain('could not be made: The review could not be kept')
  rmSync(join(repository.dir, '.git/wingman/results'))
  pushes(repository)
})

test('a broken config holds every push with its own message, until it is mended', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.write({ 'wingman.config.yaml': 'loops:\n  basics:\n    reviewers: [rulez]\n' })
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('this push is held')
  expect(held.stderr).toMatch(/wingman\.config\.yaml:3/)
  const commit = repository.tryGit('commit', '-q', '-a', '-m', 'meanwhile')
  expect([commit.status, commit.output]).toEqual([0, ''])
  const status = repository.wingman('status').stdout
  expect(status).toContain('Nothing is reviewed and every push is held, because the config is broken:')
  expect(status).toMatch(/wingman\.config\.yaml:3/)
  repository.git('reset', '-q', '--hard', 'HEAD~1')
  repository.git('checkout', '-q', 'wingman.config.yaml')
  pushes(repository)
})

test('a config that is only gone from the working tree still holds', async () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { 'a.js': CLEAN })
  rmSync(join(repository.dir, 'wingman.config.yaml'))
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain(
    'the config is removed, so nothing is reviewed any more (only in your working tree)',
  )
  repository.git('rm', '-q', '--cached', 'wingman.config.yaml')
  commitUnseen(repository, {})
  expect(repository.push().stderr, 'the remote has it').toContain(
    '✖ the config is removed, so nothing is reviewed any more\n',
  )
})

test('a first push of a history that began with wingman names a range that works', () => {
  const repository = repositoryWithRemote()
  repository.wingman('install')
  commitUnseen(repository, { 'wingman.config.yaml': RULES_ONLY })
  commitUnseen(repository, { 'a.js': CLEAN })
  const held = repository.push('origin', 'main')
  expect(held.status).toBe(1)
  expect(repairAndPush(repository, held, 'origin', 'main').status).toBe(0)
})

test('a loop that no explicit run reaches is named in the repair', () => {
  const config = `loops:
  basics: { reviewers: [rules] }
  late: { on: [session-idle], reviewers: [rules] }
gates:
  ship: { requires: [basics, late] }
`
  const repository = gatedRepository(config)
  commitUnseen(repository, { 'a.js': CLEAN })
  const held = repository.push()
  expect(held.stderr).toContain('late: waits for basics')
  expect(repairAndPush(repository, held).status).toBe(0)
})

test('a commit that changes nothing needs no review', async () => {
  const repository = gatedRepository(runs('false'))
  repository.commit('nothing at all')
  pushes(repository)
  const rules = gatedRepository(RULES_ONLY)
  commitUnseen(rules, { 'a.js': DEFECT })
  unseen(rules, 'revert', '--no-edit', 'HEAD')
  expect(rules.push().status, 'what came was taken back').toBe(0)
  commitUnseen(rules, { 'b.js': CLEAN })
  const below = rules.git('rev-parse', 'HEAD')
  commitUnseen(rules, {})
  expect(rules.push().stderr).toContain(`${shortId(below)} was never reviewed`)
})

const runs = (command: string): string =>
  `reviewers:\n  checks: { run: '${command}' }\nloops:\n  tests: { reviewers: [checks] }\ngates:\n  ship: { requires: [tests] }\n`

function resultsOf(repository: WingmanRepository): string[] {
  const folder = join(repository.dir, '.git', 'wingman', 'results')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name))
}
