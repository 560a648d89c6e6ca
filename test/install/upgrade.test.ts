import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MANAGERS, SCENES, STUB_MAKERS } from '../support/install-scenes.ts'
import { theirs } from '../support/installing.ts'
import { olderPackage } from '../support/older-package.ts'
import { recordedPushes } from '../support/recorded-pushes.ts'
import type { WingmanRepository } from '../support/wingman.ts'

const HOSTS = { ...SCENES, ...MANAGERS, ...STUB_MAKERS }

describe.each(Object.entries(HOSTS))('an older wingman was installed: %s', (_, make) => {
  test('installing renews all of it, and uninstalling gives back every byte and mode', () => {
    const { repository, before } = scene(make)
    const fresh = make()
    install(fresh)
    older(repository, 'install')
    expect(oursOf(repository)).not.toEqual(oursOf(fresh))
    install(repository)
    expect(oursOf(repository)).toEqual(oursOf(fresh))
    const now = stateOf(repository)
    expect(repository.wingman('install').stdout).toContain('Nothing to do')
    expect(stateOf(repository)).toEqual(now)
    asksOnce(repository)
    isAsBefore(uninstalled(repository), before)
  })

  test('uninstalling gives back every byte and mode without installing anew', () => {
    const { repository, before } = scene(make)
    older(repository, 'install')
    isAsBefore(uninstalled(repository), before)
  })

  test('the team has committed what it wrote: installed and uninstalled, nothing of it is left', () => {
    const { repository, before } = scene(make)
    older(repository, 'install')
    repository.git('add', '-A')
    repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'hooks')
    install(repository)
    const left = stateOf(uninstalled(repository))
    expect(leftOut(left, COMMITTING)).toEqual(leftOut(before, COMMITTING))
  })
})

type State = Record<string, string>

const COMMITTING = /^\.git\/(refs|COMMIT_EDITMSG)/

function scene(make: () => WingmanRepository): { repository: WingmanRepository; before: State } {
  const repository = make()
  repository.git('add', '-A')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'theirs')
  expect(repository.git('status', '--porcelain')).toBe('')
  return { repository, before: stateOf(repository) }
}

function older(repository: WingmanRepository, ...args: string[]): void {
  const { status, output } = repository.run(process.execPath, [olderPackage(), ...args])
  expect(status, output).toBe(0)
}

function install(repository: WingmanRepository): void {
  const { status, output } = repository.wingman('install')
  expect(status, output).toBe(0)
}

function uninstalled(repository: WingmanRepository): WingmanRepository {
  const { status, output } = repository.wingman('uninstall')
  expect(status, output).toBe(0)
  return repository
}

function isAsBefore(repository: WingmanRepository, before: State): void {
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(stateOf(repository)).toEqual(before)
}

/** Every file with our mark in it, with its mode and bytes. */
function oursOf(repository: WingmanRepository): State {
  const isOurs = (file: string) => MARK.test(readFileSync(join(repository.dir, file), 'utf8'))
  const files = Object.entries(stateOf(repository)).filter(([file]) => !file.startsWith('node_modules'))
  return Object.fromEntries(files.filter(([file, state]) => !state.startsWith('link') && isOurs(file)))
}

const MARK = /wingman-hook|>>> wingman|id: wingman/

/** The index is rewritten by whoever asks git for the state of the tree. */
const stateOf = (repository: WingmanRepository): State => leftOut(theirs(repository), /^\.git\/index$/)

const leftOut = (state: State, which: RegExp): State =>
  Object.fromEntries(Object.entries(state).filter(([file]) => !which.test(file)))

function asksOnce(repository: WingmanRepository): void {
  if (!repository.git('remote')) return
  const gate = recordedPushes(repository)
  gate.answer(1)
  expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
  expect(gate.pushes()).toHaveLength(1)
}
