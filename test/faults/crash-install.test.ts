import { expect, test } from 'vitest'
import { fakeNpm, pathWith } from '../support/fake-programs.ts'
import { huskyUnused, SCENES } from '../support/install-scenes.ts'
import { fresh, init } from '../support/installing.ts'
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

test('husky set up from nothing, killed at every step and run again, ends as if undisturbed', () => {
  expect(killedAndRunAgain(huskyUnused(), { args: ['install', '--host', 'husky'], step })).toEqual([])
})

test('init that adds the dev dependency, killed at every step and run again, ends as if undisturbed', () => {
  const project = fresh()
  project.commit('npm', { 'package.json': '{ "name": "p" }\n', '.gitignore': 'node_modules\n' })
  const env = { PATH: pathWith(fakeNpm().folder) }
  expect(killedAndRunAgain(project, { args: ['init', '--yes'], env, step })).toEqual([])
})
