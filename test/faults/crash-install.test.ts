import { expect, test } from 'vitest'
import { fakeNpm, pathWith } from '../support/fake-programs.ts'
import { huskyUnused, MANAGERS, SCENES } from '../support/install-scenes.ts'
import { fresh, init, unhooked } from '../support/installing.ts'
import { IS_FULL } from './counts.ts'
import { killedAndRunAgain } from './shim/run-again.ts'

const step = IS_FULL ? 1 : 8
const CLAUDE = ['--agents', 'claude']

for (const [name, make] of Object.entries(SCENES)) {
  test.each([
    ['init', '--yes', ...CLAUDE],
    ['install', ...CLAUDE],
  ])(`%s with ${name}, killed at every step and run again, ends as if undisturbed`, (...args) => {
    expect(killedAndRunAgain(make(), { args, step })).toEqual([])
  })

  test(`uninstall with ${name}, killed at every step and run again, ends as if undisturbed`, () => {
    const repository = make()
    expect(init(repository, {}, ...CLAUDE).status).toBe(0)
    expect(killedAndRunAgain(repository, { args: ['uninstall'], step })).toEqual([])
  })
}

for (const [name, make] of Object.entries(MANAGERS)) {
  test(`install and uninstall with ${name}, killed at every step and run again, end as if undisturbed`, () => {
    const repository = make()
    expect(killedAndRunAgain(repository, { args: ['install'], step })).toEqual([])
    expect(repository.wingman('install').status).toBe(0)
    expect(killedAndRunAgain(repository, { args: ['uninstall'], step })).toEqual([])
  })
}

test('a `prepare` script, killed at every step and run again, ends as if undisturbed', () => {
  const repository = unhooked()
  repository.write({ 'package.json': '{ "name": "p", "scripts": { "prepare": "true" } }\n' })
  expect(killedAndRunAgain(repository, { args: ['install', '--prepare'], step })).toEqual([])
})

test('moving house, killed at every step and run again, ends as if undisturbed', () => {
  const repository = huskyUnused()
  repository.executable('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n')
  expect(repository.wingman('install').status).toBe(0)
  expect(killedAndRunAgain(repository, { args: ['install', '--host', 'husky'], step })).toEqual([])
  expect(repository.wingman('install', '--host', 'husky').status).toBe(0)
  expect(killedAndRunAgain(repository, { args: ['install', '--host', 'git'], step })).toEqual([])
})

test('husky set up from nothing, killed at every step and run again, ends as if undisturbed', () => {
  expect(killedAndRunAgain(huskyUnused(), { args: ['install', '--host', 'husky'], step })).toEqual([])
})

test('init that adds the dev dependency, killed at every step and run again, ends as if undisturbed', () => {
  const project = fresh()
  project.commit('npm', { 'package.json': '{ "name": "p" }\n', '.gitignore': 'node_modules\n' })
  const env = { PATH: pathWith(fakeNpm().folder) }
  expect(killedAndRunAgain(project, { args: ['init', '--yes'], env, step })).toEqual([])
})
