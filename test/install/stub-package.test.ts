import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PACKAGE } from '../support/fake-programs.ts'
import { repositoryAt } from '../support/repository.ts'
import { SHELLS, stubScene } from '../support/stub-scene.ts'
import { RULES_ONLY, repositoryWithRemote } from '../support/wingman.ts'

const NOT_FOUND = 'wingman: not found here'

describe.each(SHELLS.map(shell => ({ shell, name: shell.join(' ') })))('under $name', ({ shell }) => {
  test('with WINGMAN=0 a push is noted whole, and nothing is started for it', () => {
    const scene = stubScene(shell)
    const { repository } = scene
    const note = () =>
      readdirSync(join(repository.dir, '.git/wingman'))
        .filter(name => name.startsWith('skipped.'))
        .map(name => repository.read(`.git/wingman/${name}`))
    // Without a PATH there is nothing that could be started.
    expect(scene.push({ WINGMAN: '0', PATH: '' }, 'a b c d\ne f g h\n')).toMatchObject({
      status: 0,
      output: '',
    })
    expect(note().map(text => text.split('\n').filter(Boolean))).toEqual([
      ['wingman-skipped 1', 'origin', 'url', 'a b c d', 'e f g h', 'end'],
    ])
    repository.git('worktree', 'add', '-q', '../linked')
    const linked = join(repository.dir, '../linked')
    expect(scene.push({ WINGMAN: '0', PATH: '' }, 'a b c d\n', linked)).toMatchObject({
      status: 0,
      output: '',
    })
    expect(note().join('').split('wingman-skipped 1')).toHaveLength(3)
    chmodSync(join(repository.dir, '.git/wingman'), 0o555)
    expect(scene.push({ WINGMAN: '0' })).toMatchObject({ status: 0, output: '' })
    chmodSync(join(repository.dir, '.git/wingman'), 0o755)
  })

  test('what is called `refs` outside is not what is pushed', async () => {
    const scene = stubScene(shell)
    scene.node('gone/node')
    scene.push({ refs: '' })
    expect(await scene.started()).toContain('a b c d\n')
  })

  test('the block in a tracked hook notes it too, under `sh -e`', () => {
    const scene = stubScene(shell)
    const { repository } = scene
    const block = readFileSync(join(PACKAGE, 'templates/hooks/gate-block.sh'), 'utf8')
    repository.executable('.git/hooks/pre-push', `#!/bin/sh\nset -e\n${block}cat\n`)
    repository.git('worktree', 'add', '-q', '../linked')
    for (const dir of [repository.dir, join(repository.dir, '../linked')])
      expect(scene.push({ WINGMAN: '0' }, 'a b c d\n', dir)).toMatchObject({ status: 0, output: 'a b c d\n' })
    const folder = join(repository.dir, '.git/wingman')
    const notes = readdirSync(folder).filter(name => name.startsWith('skipped.'))
    expect(notes.map(name => repository.read(`.git/wingman/${name}`)).join('')).toBe(
      'wingman-skipped 1\norigin\nurl\na b c d\nend\n'.repeat(2),
    )
  })

  test('7 a worktree without node_modules is reviewed by the wingman of the main one', async () => {
    const scene = stubScene(shell)
    scene.node('gone/node')
    const { repository, home } = scene
    const own = join(repository.dir, 'node_modules/git-wingman')
    mkdirSync(join(repository.dir, 'node_modules'))
    cpSync(join(home, 'wingman'), own, { recursive: true })
    rmSync(join(home, 'wingman'), { recursive: true })
    repository.git('worktree', 'add', '-q', '../linked')
    const linked = repositoryAt(join(repository.dir, '../linked'))
    expect(scene.commit({}, linked.dir)).toMatchObject({ status: 0, output: '' })
    expect(await scene.started()).toContain('gone/node\nworker\n')
    expect(scene.push({}, 'a b c d\n', linked.dir)).toMatchObject({ status: 0, output: '' })
    expect(await scene.started()).toContain('gone/node\npre-push origin url\n')

    rmSync(own, { recursive: true })
    const committed = scene.commit({}, linked.dir)
    expect(committed).toMatchObject({ status: 0, stderr: expect.stringContaining(NOT_FOUND) })
    const pushed = scene.push({}, 'a b c d\n', linked.dir)
    expect(pushed).toMatchObject({ status: 1, stderr: expect.stringContaining(NOT_FOUND) })
    expect(pushed.stderr).toContain('npm install')
  })
})

test('32 under core.autocrlf the hooks are written with LF, and run', () => {
  const repository = repositoryWithRemote()
  repository.git('config', 'core.autocrlf', 'true')
  repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
  expect(repository.wingman('install').status).toBe(0)
  for (const hook of ['post-commit', 'pre-push'])
    expect(repository.read(`.git/hooks/${hook}`)).not.toContain('\r')
  repository.write({ 'a.js': 'debugger\r\n' })
  repository.git('add', '-A')
  const committed = repository.tryGit('commit', '-q', '-m', 'one')
  expect(committed).toMatchObject({ status: 0, output: '' })
  expect(repository.push('origin', 'main').stderr).toContain('wingman: this push is held.')
})
