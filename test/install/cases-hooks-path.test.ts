import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLEAN } from '../support/gate-scenes.ts'
import { huskyProject, linked } from '../support/hook-places.ts'
import { doctor, fresh, hooksFolder, hooksIn, protects, theirs, unhooked } from '../support/installing.ts'
import { temporaryFolder } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

test('case 11: with husky our lines go into .husky/<hook>, never into `_`; both get the whole of a push', async () => {
  const repository = huskyProject()
  repository.write({ '.husky/pre-push': 'cat >theirs\n', '.husky/post-commit': 'echo theirs >>log\n' })
  const husky = (without?: RegExp) => treeOf(join(repository.dir, '.husky'), without ? { without } : {})
  const [before, runners] = [husky(), treeOf(join(repository.dir, '.husky/_'))]
  repository.wingman('install')
  expect(treeOf(join(repository.dir, '.husky/_'))).toEqual(runners)
  expect(repository.read('.husky/pre-push')).toMatch(/^# >>> wingman[\s\S]*# <<< wingman\ncat >theirs\n$/)
  expect(repository.has('.git/hooks/pre-push')).toBe(false)
  await protects(repository)
  expect(repository.read('log')).toBe('theirs\ntheirs\n')
  expect(repository.read('theirs')).toMatch(/^HEAD \w+ refs\/heads\/main \w+\n$/)
  expect(repository.push('origin', 'main').status).toBe(0)
  expect(repository.read('theirs')).toBe('')
  repository.wingman('install')
  repository.wingman('uninstall')
  expect(husky()).toEqual(before)
})

test('case 12: in a tracked folder a marked block is ours; it works in a worktree, and goes when it is taken out', async () => {
  const repository = repositoryWithRemote()
  repository.executable('.githooks/post-commit', '#!/bin/bash -eu\necho theirs >>log\n')
  repository.git('config', 'core.hooksPath', '.githooks')
  repository.commit('start', { 'wingman.config.yaml': RULES_ONLY, '.gitignore': 'log\n' })
  const tree = () => treeOf(repository.dir, { without: /^(\.git|log|a\.js)$/ })
  const before = tree()
  repository.wingman('install')
  expect(repository.read('.githooks/post-commit')).toMatch(
    /^#!\/bin\/bash -eu\n# >>> wingman[\s\S]*# <<< wingman\necho theirs >>log\n$/,
  )
  repository.commit('hooks')
  await protects(repository)
  const side = wingmanAt(linked(repository).dir)
  await protects(side)
  expect(side.read('log')).toBe('theirs\ntheirs\n')
  repository.wingman('uninstall')
  expect(tree()).toEqual(before)
})

describe('a hooks path for all repositories', () => {
  const settings: Record<string, (file: string) => Record<string, string | undefined>> = {
    global: file => ({ GIT_CONFIG_GLOBAL: file }),
    system: file => ({ GIT_CONFIG_SYSTEM: file, GIT_CONFIG_NOSYSTEM: undefined }),
  }
  test.each(Object.entries(settings))(
    'case 13: core.hooksPath of the %s config is refused with a way out, and nothing is written anywhere',
    (scope, env) => {
      const repository = unhooked()
      const outside = temporaryFolder()
      mkdirSync(join(outside, 'hooks'))
      writeFileSync(join(outside, 'config'), `[core]\n\thooksPath = ${outside}/hooks\n`)
      const before = [treeOf(repository.dir), treeOf(outside)]
      const options = { env: env(join(outside, 'config')) }
      for (const command of ['init', 'install']) {
        const refused = repository.wingmanWith(options, command)
        expect(refused.status).toBe(2)
        expect(refused.stderr).toContain(
          `core.hooksPath is set to ${outside}/hooks in the ${scope} git config`,
        )
      }
      expect([treeOf(repository.dir), treeOf(outside)]).toEqual(before)
      // In a `prepare` script it is told as well, and nobody's `npm install` fails over it.
      const prepared = { env: { ...options.env, npm_lifecycle_event: 'prepare' } }
      expect(repository.wingmanWith(prepared, 'install')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Nothing was written'),
      })
      expect([treeOf(repository.dir), treeOf(outside)]).toEqual(before)
    },
  )

  test('case 13: nor is a folder of every repository’s own name, which only that config knows, written', () => {
    const repository = unhooked()
    const config = join(temporaryFolder(), 'config')
    writeFileSync(config, '[core]\n\thooksPath = .githooks\n')
    const before = treeOf(repository.dir)
    const refused = repository.wingmanWith({ env: { GIT_CONFIG_GLOBAL: config } }, 'install')
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('in the global git config') })
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test('case 13: the way out that is named works, also from a subdirectory', async () => {
    const repository = unhooked()
    repository.commit('sub', { 'sub/a.js': CLEAN })
    const global = join(temporaryFolder(), 'config')
    writeFileSync(global, '[core]\n\thooksPath = /somewhere/hooks\n')
    const options = { env: { GIT_CONFIG_GLOBAL: global }, cwd: join(repository.dir, 'sub') }
    const { stderr } = repository.wingmanWith(options, 'install')
    const [, hint = ''] = /`(git config core\.hooksPath .+?)`, then/.exec(stderr) ?? []
    repository.run('sh', ['-c', hint], options)
    expect(repository.wingmanWith(options, 'install').status).toBe(0)
    process.env.GIT_CONFIG_GLOBAL = global
    try {
      await protects(repository)
    } finally {
      delete process.env.GIT_CONFIG_GLOBAL
    }
  })

  test.each(['/dev/null', '', '/outside/.husky/_', '../outside'])(
    'case 13: the repository’s own core.hooksPath `%s` leads out of it: refused, nothing written',
    value => {
      const repository = fresh()
      repository.git('config', 'core.hooksPath', value)
      const before = treeOf(join(repository.dir, '..'))
      expect(repository.wingman('install')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('Nothing was written'),
      })
      expect(treeOf(join(repository.dir, '..'))).toEqual(before)
    },
  )
})

describe('a hooks path of one worktree', () => {
  test('case 14: core.hooksPath at worktree scope: each worktree has its own hooks, and both are protected', async () => {
    const { main, side } = twoHooksPaths('its-hooks')
    const before = [theirs(main), treeOf(side.dir)]
    expect(side.wingman('install').status).toBe(0)
    expect(side.has('its-hooks/pre-push')).toBe(true)
    expect(main.has('.git/hooks/pre-push')).toBe(false)
    // The other one is seen to have none yet.
    expect(hooksIn(side).missing).toEqual([])
    expect(hooksIn(main).installed).toEqual([])
    expect(main.wingman('install').status).toBe(0)
    expect(main.has('its-hooks')).toBe(false)
    for (const place of [main, side]) expect(hooksIn(place).missing).toEqual([])
    // From either all hooks are taken back; each worktree has a folder of ours besides.
    side.wingman('uninstall')
    expect(main.has('.git/hooks/pre-push') || side.has('its-hooks')).toBe(false)
    main.wingman('uninstall')
    expect([theirs(main), treeOf(side.dir)]).toEqual(before)

    for (const place of [main, side]) place.wingman('install')
    await protects(main)
    await protects(side)
  })

  test('case 14: to doctor in either worktree all is well', () => {
    const { main, side } = twoHooksPaths('its-hooks')
    for (const place of [main, side]) place.wingman('install')
    expect([...doctor(main), ...doctor(side)].filter(({ check }) => check === 'hooks')).toEqual([])
  })

  test('case 14: a folder in that worktree’s part of the git directory gets our stubs', async () => {
    const { main, side } = twoHooksPaths('.')
    const own = join(main.dir, '.git/worktrees/side/hooks')
    side.git('config', '--worktree', 'core.hooksPath', own)
    expect(side.wingman('install').status).toBe(0)
    expect(treeOf(own)).toHaveProperty('pre-push')
    expect(hooksFolder(side)).toBe(own)
    await protects(side)
  })
})

test('case 15: core.hooksPath names a folder that is not there: doctor says that no hooks run', () => {
  const repository = unhooked()
  repository.wingman('install')
  repository.git('config', 'core.hooksPath', 'not-there')
  const said = doctor(repository).map(({ what, where, hint }) => `${what} ${where} ${hint}`)
  expect(said.filter(text => /no hooks? (is |are )?run|runs no hooks?/i.test(text))).toHaveLength(1)
  expect(said.join('\n')).toContain('not-there')
})

test('case 15: core.hooksPath names a folder that is not there: status misses every hook, one command mends it', async () => {
  const repository = unhooked()
  repository.wingman('install')
  repository.git('config', 'core.hooksPath', 'not-there')
  expect(hooksIn(repository).installed).toEqual([])
  expect(doctor(repository).filter(({ check }) => check === 'hooks')).not.toEqual([])
  expect(repository.wingman('install').status).toBe(0)
  expect(hooksIn(repository).missing).toEqual([])
  await protects(repository)
})

function twoHooksPaths(value: string): { main: WingmanRepository; side: WingmanRepository } {
  const main = unhooked()
  const side = wingmanAt(linked(main).dir)
  main.git('config', 'extensions.worktreeConfig', 'true')
  side.git('config', '--worktree', 'core.hooksPath', value)
  return { main, side }
}
