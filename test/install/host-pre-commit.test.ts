import { expect, test } from 'vitest'
import { programs } from '../support/fake-programs.ts'
import { besideStubs } from '../support/stub-host-scenes.ts'
import { repositoryWithRemote } from '../support/wingman.ts'

besideStubs('pre-commit', 'pre-commit')

const CONFIG = { '.pre-commit-config.yaml': 'repos:\n- repo: local\n  hooks: []\n' }

test.each([
  ['2.17.0', 'push'],
  ['3.1.1', 'push'],
  ['3.2.0', 'pre-push'],
  ['4.10.1', 'pre-push'],
])('pre-commit %s gets the name that it knows for the stage: %s', (version, stage) => {
  const repository = repositoryWithRemote()
  repository.commit('start', CONFIG)
  const PATH = `${programs({ 'pre-commit': `echo pre-commit ${version}` })}:${process.env.PATH}`
  repository.wingmanWith({ env: { PATH } }, 'install', '--host', 'pre-commit')
  expect(repository.read('.pre-commit-config.yaml')).toContain(`stages: [${stage}]`)
  // What an old version needs, a new one leaves; what it would refuse, it gets changed.
  const old = `${programs({ 'pre-commit': 'echo pre-commit 3.0.4' })}:${process.env.PATH}`
  repository.wingmanWith({ env: { PATH: old } }, 'install')
  repository.wingmanWith({ env: { PATH } }, 'install')
  expect(repository.read('.pre-commit-config.yaml')).toContain('stages: [push]')
})

test('without a config there is nothing to be put into, and it says so', () => {
  const repository = repositoryWithRemote()
  repository.commit('start')
  expect(repository.wingman('install', '--host', 'pre-commit')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('wingman install --host git'),
  })
})
