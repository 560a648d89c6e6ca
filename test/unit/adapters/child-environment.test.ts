import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { childEnvironment, GIT_LOCAL_VARIABLES } from '../../../src/adapters/child-environment.ts'

test('knows every variable that the installed git calls local', () => {
  const listed = execFileSync('git', ['rev-parse', '--local-env-vars'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(listed.filter(name => !GIT_LOCAL_VARIABLES.has(name))).toEqual([])
})

test('keeps the rest, without colour and with the guard', () => {
  expect(childEnvironment({ A: '1', GIT_PREFIX: 'x', FORCE_COLOR: '1', B: undefined })).toEqual({
    A: '1',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    WINGMAN_CHILD: '1',
  })
})
