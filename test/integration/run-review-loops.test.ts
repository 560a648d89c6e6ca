import { expect, test } from 'vitest'
import { reviewSchema } from '../../src/domain/review.schema.ts'
import type { Review } from '../../src/domain/review.ts'
import { CLEAN, DEFECT, gatedRepository } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { type WingmanRepository, withWingman } from '../support/wingman.ts'

test('loops run in order, and none after one that did not pass', () => {
  const repository = project(`reviewers:
  note: { run: 'echo ran >> ../ran' }
loops:
  basics: { reviewers: [rules] }
  second: { reviewers: [note] }
`)
  repository.write({ 'a.js': DEFECT })
  const failed = repository.wingman('run', 'review')
  expect(failed.stdout).toContain('second: not run, basics did not pass')
  expect(failed.status).toBe(1)
  expect(repository.has('../ran')).toBe(false)
  repository.write({ 'a.js': CLEAN })
  expect(repository.wingman('run', 'review').status).toBe(0)
  expect(repository.read('../ran')).toBe('ran\n')
})

test('what was judged before is not judged again, unless it is asked for afresh', () => {
  const repository = project(`reviewers:
  note: { run: 'echo ran >> ../ran' }
loops:
  checks: { reviewers: [note] }
`)
  repository.write({ 'a.js': CLEAN })
  const first = reviewOf(repository)
  const second = reviewOf(repository)
  expect(first.loops).toMatchObject([{ state: 'run', reusedFrom: null }])
  expect(second.loops).toMatchObject([{ state: 'reused', reusedFrom: first.id, verdict: 'approved' }])
  expect(repository.wingman('run', 'review').stdout).toContain(`known from review ${first.id}`)
  expect(repository.read('../ran')).toBe('ran\n')
  expect(reviewOf(repository, '--fresh').loops).toMatchObject([{ state: 'run' }])
  expect(repository.read('../ran')).toBe('ran\nran\n')
})

test('a loop waits for its trigger, and what stands before it is run whatever its own', async () => {
  const repository = gatedRepository(`reviewers:
  late: { run: 'echo late >> ../ran' }
loops:
  basics: { reviewers: [rules] }
  security: { on: [session-idle], reviewers: [rules], failOn: suggestion }
  integration: { on: [task-done], reviewers: [late] }
`)
  repository.commit('clean', { 'a.js': CLEAN })
  await repository.reviewed()
  expect(repository.lastReview().loops.map(({ loop }) => loop)).toEqual(['basics'])
  const done = reviewOf(repository, '--trigger', 'task-done')
  expect(done.loops.map(({ loop, state }) => `${loop} ${state}`)).toEqual([
    'basics reused',
    'security run',
    'integration run',
  ])
  expect(reviewOf(repository, '--loop', 'security').loops).toHaveLength(2)
})

test('as JSON it is one document that its schema describes, and nothing else', () => {
  const repository = project('loops:\n  basics: { reviewers: [rules] }\n')
  repository.write({ 'a.js': DEFECT })
  const run = repository.wingman('run', 'review', '--json')
  expect(run.stderr).toBe('')
  const review = reviewSchema.parse(JSON.parse(run.stdout))
  expect(review).toMatchObject({ verdict: 'needs-revision', trigger: 'explicit' })
  expect(run.status).toBe(1)
  expect(JSON.parse(repository.wingman('show', review.id, '--json').stdout)).toEqual(review)
})

test('exit codes: 0 approved, 1 findings, 2 wrong config, 3 could not decide', () => {
  const repository = project(
    'reviewers:\n  check: { run: ../check }\nloops:\n  checks: { reviewers: [check] }\n',
  )
  repository.write({ 'a.js': CLEAN })
  const missing = repository.wingman('run', 'review')
  expect(missing.stdout).toContain('Could not decide: check: command not found')
  expect(missing.status).toBe(3)
  repository.executable('../check', '#!/bin/sh\necho "a.js:1:1: error: wrong"; exit 1\n')
  expect(repository.wingman('run', 'review').status).toBe(1)
  repository.executable('../check', '#!/bin/sh\nexit 0\n')
  expect(repository.wingman('run', 'review', '--fresh').status).toBe(0)
  repository.write({ 'wingman.config.yaml': 'loops: {}\n' })
  expect(repository.wingman('run', 'review').status).toBe(2)
})

test('nothing is coloured or redrawn where there is no terminal', () => {
  const repository = project('loops:\n  basics: { reviewers: [rules] }\n')
  repository.write({ 'a.js': DEFECT })
  const env = { NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm-256color' }
  for (const args of [['run', 'review'], ['show'], ['findings'], ['status'], ['log']]) {
    expect(repository.wingmanWith({ env }, ...args).output).not.toContain('\x1b')
  }
})

test('a review that cannot be kept is not called approved', () => {
  const repository = project('loops:\n  basics: { reviewers: [rules] }\n')
  repository.write({ 'a.js': CLEAN, '.git/wingman/results': 'no folder' })
  const noResult = repository.wingman('run', 'review')
  expect(noResult.stderr, noResult.output).toContain('could not be kept, so it counts as none')
  expect(noResult.status).toBe(3)
  repository.run('rm', ['.git/wingman/results'])
  repository.run('rm', ['-rf', '.git/wingman/reviews'])
  repository.write({ '.git/wingman/reviews': 'no folder' })
  const noRecord = repository.wingman('run', 'review', '--fresh')
  expect(noRecord.stderr, noRecord.output).toContain('could not be kept, so it counts as none')
  expect(noRecord.status).toBe(3)
  expect(noRecord.stdout).not.toContain('· review')
})

function project(config: string): WingmanRepository {
  const repository = withWingman(temporaryRepository())
  repository.commit('start', { 'wingman.config.yaml': config })
  return repository
}

function reviewOf(repository: WingmanRepository, ...flags: string[]): Review {
  return JSON.parse(repository.wingman('run', 'review', '--json', ...flags).stdout)
}
