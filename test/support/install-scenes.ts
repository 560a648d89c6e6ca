import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { huskyProject } from './hook-places.ts'
import { fresh, unhooked } from './installing.ts'
import { installTool, prek } from './real-tools.ts'
import type { WingmanRepository } from './wingman.ts'

/** What is there before wingman comes. */
export const SCENES: Record<string, () => WingmanRepository> = {
  'a fresh repository': () => fresh(['init', '-q', '-b', 'main', '--template=']),
  'hooks of their own': () => {
    const repository = unhooked()
    repository.executable('.git/hooks/post-commit', '#!/bin/sh\nexit 0\n')
    repository.executable('.git/hooks/pre-push', '#!/usr/bin/env node\n')
    repository.write({ '.git/hooks/post-merge': 'off\n', '.claude/settings.local.json': '{ "a": 1 }' })
    return repository
  },
  'a tracked folder of hooks': () => {
    const repository = unhooked()
    repository.executable('.githooks/pre-push', '#!/bin/sh\nexit 0')
    repository.executable('.githooks/post-commit', '#!/bin/sh\n')
    repository.git('config', 'core.hooksPath', '.githooks')
    return repository
  },
  husky: () => {
    const repository = huskyProject()
    repository.write({ '.husky/pre-push': 'true\n', '.husky/post-commit': 'true\n' })
    return repository
  },
}

/** Managers whose own command an install runs. */
export const MANAGERS: Record<string, () => WingmanRepository> = {
  lefthook: () => {
    const repository = unhooked()
    const config =
      'pre-push:\n  commands:\n    theirs:\n      run: "true"\npost-commit:\n  jobs:\n    - run: "true"\n'
    repository.write({ 'lefthook.yml': config, '.git/info/exclude': 'node_modules\n' })
    installTool('lefthook', repository.dir)
    return repository
  },
  'simple-git-hooks': () => {
    const repository = unhooked()
    const config = { 'simple-git-hooks': { 'pre-push': 'true' } }
    repository.write({
      'package.json': JSON.stringify(config, null, 2),
      '.git/info/exclude': 'node_modules\n',
    })
    installTool('simple-git-hooks', repository.dir)
    return repository
  },
}

/** Those that keep a stub in git's own folder, and run ours beside it. pre-commit is not npm's to fetch. */
export const STUB_MAKERS: Record<string, () => WingmanRepository> = {
  prek: () => besideStub(prek()),
  ...(isInstalled('pre-commit') && { 'pre-commit': () => besideStub('pre-commit') }),
}

function isInstalled(program: string): boolean {
  const isThere = spawnSync(program, ['--version']).status === 0
  if (!isThere) console.warn(`SKIPPED: ${program} is not installed`)
  return isThere
}

function besideStub(program: string): WingmanRepository {
  const repository = unhooked()
  const hook = '      - { id: theirs, name: theirs, entry: "true", language: system, always_run: true }\n'
  repository.write({ '.pre-commit-config.yaml': `repos:\n  - repo: local\n    hooks:\n${hook}` })
  repository.git('add', '-A') // neither runs with a config that is not staged
  const { status, output } = repository.run(program, ['install', '-t', 'pre-push', '-t', 'post-commit'])
  expect(status, output).toBe(0)
  return repository
}

/** husky is among the dependencies, and was never set up. */
export function huskyUnused(): WingmanRepository {
  const project = huskyProject()
  project.git('config', '--unset', 'core.hooksPath')
  rmSync(join(project.dir, '.husky'), { recursive: true })
  return project
}
