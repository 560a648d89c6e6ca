import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thisProcess } from '../../src/adapters/store/process-identity.ts'
import { linked } from '../support/hook-places.ts'
import { fresh, hooksIn, theirs, unhooked } from '../support/installing.ts'
import type { TestRepository } from '../support/repository.ts'
import { ENTRY, type WingmanRepository } from '../support/wingman.ts'

const ROUNDS = 4
const THEIRS = '#!/bin/sh\necho THEIRS\n'

/** Real processes, started together; each writes to a file of its own. Answers what they said, one after the other. */
function atOnce(repository: TestRepository, ...commands: string[]): string[] {
  const run = (command: string) => command.replace(/\bwingman (?=\w)/, `'${process.execPath}' '${ENTRY}' `)
  const started = commands.map((command, at) => `${run(command)} >../said.${at} 2>&1 &`)
  repository.run('sh', ['-c', `${started.join('\n')}\nwait`])
  return commands.map((_, at) => repository.read(`../said.${at}`))
}

const ours = (repository: WingmanRepository): string[] =>
  readdirSync(join(repository.dir, '.git/wingman')).filter(name => name.startsWith('installing'))

test('installs that run at once keep the hook that was there: one writes, the others find nothing to do', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const repository = fresh()
    repository.executable('.git/hooks/pre-push', THEIRS)
    const before = theirs(repository)
    const said = atOnce(repository, 'wingman install', 'wingman install', 'wingman install')
    expect(repository.read('.git/hooks/pre-push.before-wingman'), said.join()).toBe(THEIRS)
    expect(said.filter(text => text.includes('runs first'))).toHaveLength(1)
    expect(said.filter(text => text === 'Nothing to do: the hooks are in place.\n')).toHaveLength(2)
    expect(ours(repository)).toEqual([])
    expect(repository.wingman('uninstall').status).toBe(0)
    expect(theirs(repository)).toEqual(before)
  }
}, 120_000)

test('also from two worktrees, from `prepare`, and with `init` and `doctor --fix`', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const repository = unhooked()
    const side = linked(repository)
    repository.executable('.git/hooks/pre-push', THEIRS)
    const said = atOnce(
      repository,
      'wingman install',
      `cd '${side.dir}' && npm_lifecycle_event=prepare wingman install`,
      'wingman doctor --fix',
      'wingman init --yes',
    )
    expect(said.join()).not.toMatch(/bug of ours|E_|could not/)
    expect(repository.read('.git/hooks/pre-push.before-wingman'), said.join()).toBe(THEIRS)
    expect(hooksIn(repository).missing).toEqual([])
  }
}, 120_000)

test('an install and an uninstall at once: theirs is there, kept or back', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const repository = fresh()
    repository.executable('.git/hooks/pre-push', THEIRS)
    repository.wingman('install')
    const said = atOnce(repository, 'wingman install', 'wingman uninstall --purge', 'wingman install')
    expect(said.join()).not.toMatch(/bug of ours|could not/)
    expect(repository.wingman('uninstall').status).toBe(0)
    expect(repository.read('.git/hooks/pre-push'), said.join()).toBe(THEIRS)
    expect(repository.has('.git/hooks/pre-push.before-wingman')).toBe(false)
  }
}, 120_000)

test('whoever installs and is killed holds nobody up', () => {
  const repository = fresh()
  const { pid } = spawnSync('true')
  const dead = { ...thisProcess(), pid, doing: 'installing hooks', since: Date.now() }
  repository.write({ '.git/wingman/installing/claim.3': JSON.stringify(dead) })
  expect(repository.wingman('install')).toMatchObject({ status: 0, stderr: '' })
  expect(ours(repository)).toEqual([])
})
