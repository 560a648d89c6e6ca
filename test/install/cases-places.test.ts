import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everything } from '../support/everything.ts'
import { copyPackage } from '../support/fake-programs.ts'
import { bareCloneOf, huskyProject, linked, remoteFor, submoduleOf } from '../support/hook-places.ts'
import {
  fresh,
  HOOKS,
  hookIn,
  hooksFolder,
  hooksIn,
  init,
  protects,
  unhooked,
} from '../support/installing.ts'
import { temporaryFolder, temporaryRepository } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt, withWingman } from '../support/wingman.ts'

/** Node itself cannot start an ES module below a name with a backslash; a repository may have one. */
const ODD = `odd 'name' $HOME "q" \`x\` [é] ü`

test('case 1: a fresh repository gets a config and every hook, and is protected', async () => {
  const repository = remoteFor(fresh())
  const { status, stdout } = init(repository)
  expect(status).toBe(0)
  expect(stdout).toContain('no package.json · no coding agent on PATH')
  expect(stdout).toMatch(/write +wingman\.config\.yaml/)
  expect(repository.read('wingman.config.yaml')).toContain('reviewers: [rules]')
  for (const hook of HOOKS) {
    const path = hookIn(repository, hook)
    expect(statSync(path).mode & 0o777, hook).toBe(0o755)
    expect(repository.read(`.git/hooks/${hook}`)).toMatch(/^#!\/bin\/sh\n# wingman-hook \d+ /)
  }
  expect(repository.wingman('config', 'check').status).toBe(0)
  expect(hooksIn(repository)).toMatchObject({ installed: HOOKS, missing: [] })
  // Nothing of ours is in the way of `git add -A` but the config.
  expect(repository.git('status', '--porcelain')).toBe('?? wingman.config.yaml')
  await protects(repository)
})

const scenes: Record<string, () => WingmanRepository> = {
  'a fresh repository': () => fresh(),
  'hooks of their own': () => {
    const repository = fresh()
    repository.executable('.git/hooks/post-commit', '#!/bin/sh\nexit 0\n')
    repository.executable('.git/hooks/pre-push', '#!/usr/bin/env node\n')
    repository.write({ '.git/hooks/post-merge': 'off\n' })
    return repository
  },
  'a tracked folder': () => {
    const repository = fresh()
    repository.executable('.githooks/pre-push', '#!/bin/sh\nexit 0')
    repository.git('config', 'core.hooksPath', '.githooks')
    return repository
  },
  husky: () => {
    const repository = huskyProject()
    repository.write({ '.husky/pre-push': 'true\n' })
    return repository
  },
}
test.each(Object.entries(scenes))('case 2: run twice with %s: not a byte differs', (_, make) => {
  const repository = make()
  expect(init(repository, {}, '--agents', 'claude').status).toBe(0)
  const before = { theirs: everything(repository), ours: treeOf(repository.dir) }
  const again = init(repository, {}, '--agents', 'claude')
  expect(again.stdout).toMatch(/Nothing to do: wingman\.config\.(yaml|ts) and the hooks are in place\./)
  expect(repository.wingman('install', '--agents', 'claude').stdout).toBe(
    'Nothing to do: the hooks are in place.\n',
  )
  expect(everything(repository)).toEqual(before.theirs)
  expect(treeOf(repository.dir)).toEqual(before.ours)
})

test('case 3: from a subdirectory it is the same as from the top', () => {
  const [top, deep] = [fresh(), fresh()]
  for (const repository of [top, deep]) repository.write({ 'src/deep/a.txt': '' })
  expect(init(top).status).toBe(0)
  expect(init(deep, { cwd: join(deep.dir, 'src/deep') }).status).toBe(0)
  for (const command of ['install', 'uninstall']) {
    // Times and objects are each repository's own.
    const without = /^\.git\/(index|logs|objects|refs|wingman\/(asked|adopted|resolved|pushes|logs))/
    expect(treeOf(deep.dir, { without })).toEqual(treeOf(top.dir, { without }))
    top.wingman(command)
    deep.wingmanWith({ cwd: join(deep.dir, 'src/deep') }, command)
  }
  expect(deep.has('.git/hooks/pre-push')).toBe(false)
})

test('case 5: without git, init says so, install lets `npm install` go on, and nothing is written', () => {
  const repository = fresh()
  const before = treeOf(repository.dir)
  const env = { PATH: join(repository.dir, 'nowhere') }
  const refused = repository.wingmanWith({ env }, 'init')
  expect(refused.status).toBe(2)
  expect(refused.stderr).toMatch(/git.* PATH|PATH.* git/)
  expect(refused.stderr).not.toContain('bug of ours')
  expect(repository.wingmanWith({ env }, 'install')).toMatchObject({
    status: 0,
    stdout: 'No git on PATH, so no hooks were installed.\n',
    stderr: '',
  })
  expect(treeOf(repository.dir)).toEqual(before)
})

test.each(['the main worktree', 'the linked one'])(
  'case 6: a linked worktree: installed from %s, both are protected',
  async from => {
    const main = unhooked()
    const side = wingmanAt(linked(main).dir)
    const [here, there] = from === 'the main worktree' ? [main, side] : [side, main]
    expect(here.wingman('install').status).toBe(0)
    expect(hooksFolder(side)).toBe(hooksFolder(main))
    const before = treeOf(hooksFolder(main))
    expect(there.wingman('install').stdout).toBe('Nothing to do: the hooks are in place.\n')
    expect(treeOf(hooksFolder(main))).toEqual(before)
    await protects(main)
    await protects(side)
    // Each has a queue of its own, and what was found is known to both.
    expect(side.lastReview().snapshot.branch).toBe('refs/heads/side')
    expect(main.wingman('log').stdout).toContain(side.git('rev-parse', '--short=7', 'HEAD'))
  },
)

test('case 8: a submodule is protected by itself, and the repository around it is left alone', async () => {
  const outer = unhooked()
  const inner = remoteWithConfig(wingmanAt(submoduleOf(outer).dir))
  outer.commit('module')
  const around = () => treeOf(outer.dir, { without: /^(\.git\/modules|\.git\/logs|inner)$/ })
  const before = around()
  expect(init(inner).status).toBe(0)
  expect(hooksFolder(inner)).toBe(join(outer.dir, '.git/modules/inner/hooks'))
  await protects(inner)
  expect(around()).toEqual(before)

  expect(outer.wingman('install').status).toBe(0)
  const reviews = () => JSON.parse(inner.wingman('log', '--json').stdout).reviews.length
  const due = reviews()
  await protects(outer)
  expect(reviews()).toBe(due)
  inner.wingman('uninstall')
  expect(hooksIn(outer).installed).toEqual(HOOKS)
})

test('case 9: a bare repository is refused, and left as it is', () => {
  const bare = withWingman(temporaryRepository({ init: ['init', '-q', '--bare'] }))
  const before = treeOf(bare.dir)
  const refused = bare.wingman('init')
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('bare repository') })
  expect(bare.wingman('install')).toMatchObject({
    status: 0,
    stdout: 'No git working tree here, so no hooks were installed.\n',
  })
  expect(treeOf(bare.dir)).toEqual(before)
})

test('case 9: a worktree of a bare repository is protected', async () => {
  const bare = bareCloneOf(unhooked())
  const side = wingmanAt(linked(bare).dir)
  expect(init(side).status).toBe(0)
  expect(hooksFolder(side)).toBe(join(bare.dir, 'hooks'))
  side.git('remote', 'set-url', 'origin', '../remote.git')
  await protects(side)
  // One that is added later as well.
  bare.git('worktree', 'add', '-q', '-b', 'later', join(bare.dir, '../later'), 'main')
  await protects(wingmanAt(join(bare.dir, '../later')))
})

test('case 10: with --separate-git-dir the hooks go where git looks, and the pointer stays as it is', async () => {
  const repository = unhooked({ init: ['init', '-q', '-b', 'main', '--separate-git-dir', '../else where'] })
  const pointer = repository.read('.git')
  expect(init(repository).status).toBe(0)
  expect(treeOf(join(repository.dir, '../else where/hooks'))).toHaveProperty('pre-push')
  expect(repository.read('.git')).toBe(pointer)
  await protects(repository)
  repository.wingman('uninstall')
  expect(treeOf(join(repository.dir, '../else where/hooks'))).not.toHaveProperty('pre-push')
})

test('case 31: spaces, quotes, $, backslashes and unicode in the path of the repository, of wingman and of node', async () => {
  const home = join(temporaryFolder(), ODD)
  mkdirSync(home)
  symlinkSync(process.execPath, join(home, 'node'))
  const entry = copyPackage(join(home, 'lib/node_modules/git-wingman'))
  for (const scene of [unhooked({ name: `${ODD} \\ b` }), trackedAt(ODD)]) {
    const installed = scene.run(join(home, 'node'), ['--preserve-symlinks-main', entry, 'install'])
    expect(installed, installed.output).toMatchObject({ status: 0 })
    const runtime = scene.read('.git/wingman/runtime').split('\n')
    expect(runtime[1]).toBe(join(home, 'lib/node_modules/git-wingman/dist/hook.js'))
    // As where node itself was installed there.
    scene.write({ '.git/wingman/runtime': [join(home, 'node'), runtime[1], ''].join('\n') })
    await protects(scene)
    const side = wingmanAt(linked(scene).dir)
    await protects(side)
  }
})

test('case 47: a SHA-256 repository is protected from its first commit on', async () => {
  const sha256 = ['--object-format=sha256']
  const repository = unhooked({ init: ['init', '-q', '-b', 'main', ...sha256], remoteInit: sha256 })
  expect(init(repository).status).toBe(0)
  expect(repository.read('.git/wingman/adopted')).toBe('the beginning\n')
  await protects(repository)
  // Nothing is there on the other side: 64 zeros.
  repository.git('checkout', '-q', '-b', 'new')
  await protects(repository)
  expect(repository.push('origin', ':new')).toMatchObject({ status: 0 })
})

function trackedAt(name: string): WingmanRepository {
  const repository = unhooked({ name })
  repository.git('config', 'core.hooksPath', `${ODD}/hooks`)
  return repository
}

function remoteWithConfig(repository: WingmanRepository): WingmanRepository {
  repository.git('remote', 'set-url', 'origin', join(temporaryFolder(), 'remote.git'))
  repository.git('init', '-q', '--bare', '-b', 'main', repository.git('remote', 'get-url', 'origin'))
  repository.commit('config', { 'wingman.config.yaml': RULES_ONLY })
  return repository
}
