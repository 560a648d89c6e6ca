import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installTool } from '../support/real-tools.ts'
import { recordedPushes } from '../support/recorded-pushes.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const ODD = `odd "b" 'c' $HOME ü`
const THEIRS = `# what we check
pre-push:
  parallel: true
  commands:
    # all of it
    theirs:
      use_stdin: true
      run: cat >theirs.log
post-commit:
  jobs:
    - run: echo theirs >>commits.log
`

describe('beside lefthook', () => {
  test.each([
    ['theirs first', ['lefthook', 'wingman']],
    ['ours first', ['wingman', 'lefthook']],
    ['theirs again after ours', ['lefthook', 'wingman', 'lefthook', 'wingman', 'lefthook']],
  ])('both run, with the right arguments, input and exit code: %s', (_, order) => {
    const repository = project({ 'lefthook.yml': THEIRS })
    for (const tool of order) tool === 'lefthook' ? lefthook(repository) : installed(repository)
    const config = repository.read('lefthook.yml')
    expect(repository.wingman('status').stdout).toContain(
      'Hooks: post-commit, post-merge, post-rewrite, post-checkout, pre-push\n',
    )
    const gate = recordedPushes(repository)
    repository.commit('one', { 'a.txt': '1' })
    expect(repository.read('commits.log')).toBe('theirs\n')
    expect(requests(repository)).toContain(repository.git('rev-parse', 'HEAD'))
    repository.git('branch', 'second')
    pushesBoth(repository, gate)

    gate.answer(1)
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
    gate.answer(42)
    repository.write({ 'lefthook.yml': config.replace('cat >theirs.log', 'exit 3') })
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
  })

  test('set up before lefthook came: that it took our place is noticed, and mended by installing again', () => {
    const repository = project({})
    installed(repository)
    repository.write({ 'lefthook.yml': THEIRS })
    lefthook(repository)
    expect(repository.wingman('status').stdout).toMatch(/missing|not installed/)
    expect(repository.wingman('doctor').stdout).toContain('lefthook.yml')
    installed(repository)
    expect(repository.wingman('doctor').stdout).toContain('All is well')
    pushesBoth(repository, recordedPushes(repository))
  })

  test('what lefthook set aside of ours does not come back when lefthook goes', () => {
    const repository = project({})
    installed(repository)
    repository.write({ 'lefthook.yml': THEIRS })
    lefthook(repository)
    expect(repository.read('.git/hooks/pre-push.old')).toContain('wingman-hook')
    installed(repository)
    const theirs = '#!/bin/sh\necho theirs\n'
    repository.executable('.git/hooks/commit-msg.old', theirs)
    repository.wingman('uninstall')
    expect(repository.run('ls', ['.git/hooks']).stdout).not.toMatch(/pre-push\.old|post-commit\.old/)
    expect(repository.read('.git/hooks/commit-msg.old')).toBe(theirs)
    repository.run('node_modules/.bin/lefthook', ['uninstall'])
    rmSync(join(repository.dir, 'node_modules'), { recursive: true })
    expect(repository.push('origin', 'main').status).toBe(0)
  })

  test('a push is asked about whatever HEAD is: another branch, nothing but a message, a tag, an old commit', () => {
    const repository = project({ 'lefthook.yml': THEIRS })
    installed(repository)
    repository.commit('hooks')
    repository.git('push', '-q', '--no-verify', '-u', 'origin', 'main')
    repository.git('branch', 'other')
    repository.git('commit', '-q', '--allow-empty', '-m', 'a message')
    repository.git('tag', '-m', 'a tag', 'v1')
    const gate = recordedPushes(repository)
    gate.answer(1)
    for (const ref of ['other', 'main', 'v1', 'HEAD~1:refs/heads/old']) {
      const { status, output } = repository.push('origin', ref)
      expect(status, output).toBe(1)
    }
    expect(gate.pushes()).toHaveLength(4)
  })

  test('a real review holds the push with its reason, and lets go of it once it is mended', async () => {
    const repository = project({ 'lefthook.yml': THEIRS })
    lefthook(repository)
    installed(repository)
    repository.commit('bad', { 'a.js': 'debugger\n' })
    await repository.reviewed()
    expect(repository.push('origin', 'main')).toMatchObject({
      status: 1,
      output: expect.stringContaining('debugger-statement'),
    })
    repository.commit('good', { 'a.js': 'export {}\n' })
    await repository.reviewed()
    expect(repository.push('origin', 'main').status).toBe(0)
  })

  test.each([
    ['in an ordinary path', 'project', 'origin.git'],
    ['with odd characters in the path and the URL', ODD, `r e"m'o$te;.git`],
  ])('in a linked worktree, %s', (_, name, remote) => {
    const repository = project({ 'lefthook.yml': THEIRS }, name)
    repository.git('init', '-q', '--bare', join('..', remote))
    repository.git('remote', 'set-url', 'origin', join('..', remote))
    installed(repository)
    repository.commit('hooks')
    repository.git('worktree', 'add', '-q', '-b', 'side', '../side tree')
    const side = wingmanAt(join(repository.dir, '..', 'side tree'))
    expect(side.has('node_modules')).toBe(false)
    for (const place of [repository, side]) {
      const gate = recordedPushes(repository)
      place.commit('one', { 'a.txt': place.dir })
      expect(place.push('origin', 'HEAD').status).toBe(0)
      const [push] = gate.pushes()
      expect(push).toMatchObject({ remote: 'origin', url: join('..', remote) })
      expect(push?.stdin).toBe(place.read('theirs.log'))
      gate.answer(1)
      expect(place.push('origin', 'HEAD:refs/heads/held').status).toBe(1)
      expect(place.wingman('status').stdout).toContain('pre-push')
    }
  })

  test.each([
    ['a file of theirs', THEIRS],
    ['an empty one', ''],
    ['CRLF and no newline at the end', THEIRS.trimEnd().replaceAll('\n', '\r\n')],
    ['no hook of ours in it', 'pre-commit:\n    commands:\n        a:\n            run: "true"'],
  ])('install, install again and uninstall leave everything as it was: %s', (_, text) => {
    const repository = project({ 'lefthook.yml': text })
    lefthook(repository)
    const before = everything(repository)
    expect(installed(repository)).not.toBe('')
    const after = everything(repository)
    expect(repository.wingman('install').stdout).toContain('Nothing to do')
    expect(everything(repository)).toEqual(after)
    const gate = recordedPushes(repository)
    gate.answer(1)
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
    repository.wingman('uninstall')
    expect(everything(repository)).toEqual(before)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test('lefthook that was never set up is set up, and what that made goes again', () => {
    const repository = project({ 'lefthook.yml': '# nothing yet\n' })
    const before = everything(repository)
    expect(installed(repository)).toContain('ran npx lefthook install')
    expect(repository.read('.git/hooks/pre-push')).toContain('call_lefthook')
    repository.wingman('uninstall')
    expect(everything(repository)).toEqual(before)
  })

  test('edited since: only our part goes', () => {
    const repository = project({ 'lefthook.yml': THEIRS })
    installed(repository)
    repository.write({ 'lefthook.yml': `# first\n${repository.read('lefthook.yml')}# last\n` })
    repository.wingman('uninstall')
    expect(repository.read('lefthook.yml')).toBe(`# first\n${THEIRS}# last\n`)
  })

  test('lines that somebody adds below ours move none of them', () => {
    const repository = project({ 'lefthook.yml': THEIRS })
    installed(repository)
    const config = `${repository.read('lefthook.yml')}commit-msg:\n  jobs:\n    - run: "true"\n`
    repository.write({ 'lefthook.yml': config })
    expect(repository.wingman('status').stdout).not.toContain('Hooks of another version')
    installed(repository)
    expect(repository.read('lefthook.yml')).toBe(config)
  })

  test('a clone where wingman was never set up: commits pass in silence, a push is held with the remedy', () => {
    const repository = project({ 'lefthook.yml': THEIRS })
    installed(repository)
    repository.wingman('uninstall')
    repository.wingman('install')
    repository.commit('hooks')
    repository.run('git', ['push', '-q', 'origin', 'main'], { env: { WINGMAN: '0' } })
    repository.git('clone', '-q', '../remote.git', '../clone')
    const clone = wingmanAt(join(repository.dir, '../clone'))
    installTool('lefthook', clone.dir)
    lefthook(clone)
    expect(clone.run('git', ['commit', '--allow-empty', '-m', 'one']).output).not.toContain('wingman:')
    const held = clone.push('origin', 'main')
    expect(held).toMatchObject({ status: 1, output: expect.stringContaining('then: wingman install') })
    expect(clone.run('git', ['push', 'origin', 'main'], { env: { WINGMAN: '0' } }).status).toBe(0)
  })

  describe('where lefthook itself is missing', () => {
    const gone = (repository: WingmanRepository) =>
      rmSync(join(repository.dir, 'node_modules'), { recursive: true })

    test('commits pass, and a push is asked about once; without wingman it is held with the remedy', () => {
      const repository = project({ 'lefthook.yml': THEIRS })
      lefthook(repository)
      installed(repository)
      const gate = recordedPushes(repository)
      gone(repository)
      expect(repository.tryGit('commit', '-q', '--allow-empty', '-m', 'one').status).toBe(0)
      expect(repository.push('origin', 'main', 'main:two').status).toBe(0)
      expect(gate.pushes()).toMatchObject([{ remote: 'origin', url: '../remote.git' }])
      gate.answer(1)
      expect(repository.push('origin', 'main:three').status).toBe(1)
      gate.answer(42)
      repository.write({ '.git/wingman/runtime': '/gone/node\n/gone/dist/hook.js\n' })
      expect(repository.push('origin', 'main:three')).toMatchObject({
        status: 1,
        output: expect.stringContaining('so this push could not be checked and is held'),
      })
      rmSync(join(repository.dir, '.git/wingman/hooks'), { recursive: true })
      expect(repository.push('origin', 'main:three').output).toContain('not set up in this clone')
      expect(repository.run('git', ['push', 'origin', 'main:three'], { env: { WINGMAN: '0' } }).status).toBe(
        0,
      )
    })

    test('in a linked worktree of a clone from which it is gone', () => {
      const repository = project({ 'lefthook.yml': THEIRS })
      installed(repository)
      repository.commit('hooks')
      repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
      const gate = recordedPushes(repository)
      gone(repository)
      gate.answer(1)
      const side = wingmanAt(join(repository.dir, '../side'))
      expect(side.push('origin', 'HEAD').status).toBe(1)
      expect(gate.pushes()).toHaveLength(1)
    })

    test.each([
      ['rc: ~/.lefthookrc\n', 0],
      ['rc: ~/.lefthookrc\nassert_lefthook_installed: true\n', 1],
    ])('an `rc` of theirs stays, and it is said: %s', (setting, status) => {
      const repository = project({
        'lefthook.yml': setting + THEIRS.replace('parallel: true', 'piped: true'),
      })
      expect(installed(repository)).toContain('unless your config says `assert_lefthook_installed: true`')
      expect(repository.read('lefthook.yml').startsWith(setting)).toBe(true)
      expect(repository.wingman('install').stdout).toContain('Nothing to do')
      gone(repository)
      expect(repository.push('origin', 'main').status).toBe(status)
    })
  })

  test('entries that read side by side get all of the push, and none of them runs where it is held', () => {
    const both = `pre-push:\n  parallel: true\n  jobs:\n    - { run: cat >one.log, use_stdin: true }\n`
    const repository = project({ 'lefthook.yml': both })
    installed(repository)
    const gate = recordedPushes(repository)
    gate.answer(1)
    expect(repository.push('origin', 'main', 'main:two').status).toBe(1)
    expect(repository.has('one.log')).toBe(false)
    gate.answer(42)
    gate.forget()
    expect(repository.push('origin', 'main', 'main:two').status).toBe(0)
    const [push, ...more] = gate.pushes()
    expect(more).toEqual([])
    expect(push?.stdin.trim().split('\n')).toHaveLength(2)
    expect(repository.read('one.log')).toBe(push?.stdin)
  })

  test('a hook of lefthook that reads no `rc` of ours holds the push with the remedy, whoever says that we were asked', () => {
    const repository = project({ 'lefthook.yml': THEIRS })
    installed(repository)
    const stub = repository.read('.git/hooks/pre-push')
    const older = stub.replace(/^.*lefthook\/pre-push\/wingman.*\n/m, '')
    expect(older).not.toBe(stub)
    repository.executable('.git/hooks/pre-push', older)
    const env = { WINGMAN_ASKED: '/somewhere/else', LEFTHOOK_NO_AUTO_INSTALL: 'true' }
    const held = repository.run('git', ['push', 'origin', 'main'], { env })
    expect(held).toMatchObject({ status: 1, output: expect.stringContaining('Type `lefthook install`') })
    expect(repository.run('node_modules/.bin/lefthook', ['run', 'pre-push']).status).toBe(0)
    lefthook(repository)
    const gate = recordedPushes(repository)
    expect(repository.push('origin', 'main').status).toBe(0)
    expect(gate.pushes()).toHaveLength(1)
  })

  test('left out by LEFTHOOK_EXCLUDE, the gate is asked all the same', () => {
    const repository = project({ 'lefthook.yml': 'pre-push:\n  commands:\n    a:\n      run: "true"\n' })
    installed(repository)
    const gate = recordedPushes(repository)
    gate.answer(1)
    const env = { LEFTHOOK_EXCLUDE: 'wingman' }
    expect(repository.run('git', ['push', 'origin', 'main'], { env }).status).toBe(1)
  })

  test.each([
    ['lefthook.toml', '[pre-commit.commands.a]\nrun = "true"\n'],
    ['.lefthook.json', ''],
    ['.config/lefthook.yaml', 'pre-push: {}\n'],
  ])('%s is not edited; the lines that are asked for work', (file, text) => {
    const repository = project({})
    mkdirSync(join(repository.dir, '.config'))
    repository.write({ [file]: text })
    const before = everything(repository)
    const refused = repository.wingman('install')
    expect(refused.status).toBe(2)
    expect(refused.stderr.includes('--host git')).toBe(!text.includes('pre-push'))
    expect(everything(repository)).toEqual(before)
    const lines = refused.stderr.split('\n  \n').slice(1).join('\n\n').replace(/^ {2}/gm, '')
    const [rc, ...entries] = lines.split('\n\n')
    repository.write({ [file]: file.endsWith('toml') ? `${rc}\n${text}${entries.join('\n')}` : lines })
    installed(repository)
    expect(repository.wingman('install').stdout).toContain('Nothing to do')
    const gate = recordedPushes(repository)
    expect(repository.push('origin', 'main').status).toBe(0)
    expect(gate.pushes()).toMatchObject([{ remote: 'origin', url: '../remote.git' }])
    gate.answer(1)
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
    // Where lefthook is missing as well: that is what the line for `rc` is for.
    rmSync(join(repository.dir, 'node_modules'), { recursive: true })
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
    expect(gate.pushes()).toHaveLength(3)
    repository.wingman('uninstall')
    expect(repository.read(file)).toContain('wingman-end')
  })

  test.each([
    ['lefthook.toml', 'rc = "~/.lefthookrc"\n', 'rc = '],
    ['lefthook.json', '{ "rc": "~/.lefthookrc" }\n', '"rc": '],
  ])('%s that has an `rc` of its own is not asked for ours', (file, text, rc) => {
    const repository = project({ [file]: text })
    const refused = repository.wingman('install')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('wingman-end')
    expect(refused.stderr).not.toContain(rc)
  })

  test('a lefthook.toml with the lines that an older wingman asked for is left in peace', () => {
    const heredoc = "'''\n3<<'wingman-end'\n{1}\n{2}\nwingman-end\n'''\n"
    const entry = `[pre-push.scripts.wingman]\nrunner = "sh"\nuse_stdin = true\nargs = ${heredoc}`
    const repository = project({ 'lefthook.toml': entry })
    installed(repository)
    expect(repository.wingman('install').stdout).toContain('Nothing to do')
    const gate = recordedPushes(repository)
    gate.answer(1)
    expect(repository.push('origin', 'main').status).toBe(1)
  })

  test.each([
    ['the config names one of ours', 'lefthook.yml', THEIRS],
    ['in a language that is not edited', 'lefthook.toml', '[pre-push.commands.a]\nrun = "true"\n'],
    ['its own stub stands, for what the config includes', 'lefthook.yml', 'extends: [more.yml]\n'],
  ])('git is not to run what lefthook would set aside at its next install: %s', (_, file, text) => {
    const repository = project({ [file]: text, 'more.yml': THEIRS })
    lefthook(repository)
    const before = everything(repository)
    const refused = repository.wingman('install', '--host', 'git')
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('pre-push') })
    expect(refused.stderr).toContain('wingman install --host lefthook')
    expect(everything(repository)).toEqual(before)
    // Nor is it a way out where their config cannot be edited.
    expect(repository.wingman('install').stderr).not.toContain('--host git')
  })

  test('git runs ours for good beside a lefthook that has none of those hooks, also after lefthook ran them', () => {
    const repository = project({ 'lefthook.yml': 'pre-commit:\n  jobs:\n    - run: "true"\n' })
    installed(repository)
    expect(repository.wingman('install', '--host', 'git').status).toBe(0)
    repository.run('node_modules/.bin/lefthook', ['install', '-f'])
    const gate = recordedPushes(repository)
    expect(repository.push('origin', 'main').status).toBe(0)
    expect(gate.pushes()).toHaveLength(1)
    expect(repository.wingman('doctor').stdout).toContain('All is well')
  })

  test('nothing is written where lefthook would let pushes past, would drop a hook of yours, or is not there', () => {
    const condition = project({ 'lefthook.yml': THEIRS.replace('parallel: true', 'skip: [merge]') })
    const yours = project({ 'lefthook.yml': 'pre-commit:\n' })
    yours.executable('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n')
    const without = project({ 'lefthook.yml': THEIRS }, 'project', false)
    const parts = project({ 'lefthook.yml': `rc: ~/.lefthookrc\n${THEIRS}` })
    for (const [repository, reason] of [
      [condition, 'past the gate'],
      [yours, 'would no longer run'],
      [without, 'no lefthook that could run it'],
      [parts, 'hands what is pushed in parts'],
    ] as const) {
      const before = everything(repository)
      expect(repository.wingman('install')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(reason),
      })
      expect(everything(repository)).toEqual(before)
    }
  })
})

function project(files: Record<string, string>, name = 'project', hasTool = true): WingmanRepository {
  const repository = repositoryWithRemote({ name })
  repository.commit('start', {
    ...files,
    'wingman.config.yaml': RULES_ONLY,
    '.gitignore': 'node_modules\n*.log\n',
  })
  if (hasTool) installTool('lefthook', repository.dir)
  return repository
}

function lefthook(repository: WingmanRepository): void {
  expect(repository.run('node_modules/.bin/lefthook', ['install']).status).toBe(0)
}

function installed(repository: WingmanRepository): string {
  const { status, output } = repository.wingman('install')
  expect(output).not.toContain('wingman:')
  expect(status).toBe(0)
  return output
}

/** All but the samples, what git writes by itself, and what lefthook last saw. */
const everything = (repository: WingmanRepository) =>
  treeOf(repository.dir, {
    without:
      /^node_modules|\.log$|\.sample$|^\.git\/(wingman|index|objects|logs|refs|info\/lefthook.checksum|COMMIT_EDITMSG)/,
  })

function requests(repository: WingmanRepository): string {
  return repository.run('sh', ['-c', 'cat .git/wingman/queue/*']).stdout
}

function pushesBoth(repository: WingmanRepository, gate: ReturnType<typeof recordedPushes>): void {
  repository.tryGit('branch', 'second')
  gate.forget()
  const { status, output } = repository.push('origin', 'main', 'second')
  expect(status, output).toBe(0)
  const [push, ...more] = gate.pushes()
  expect(more).toEqual([])
  expect(push).toMatchObject({ remote: 'origin', url: '../remote.git' })
  expect(push?.stdin.split('\n').sort()).toEqual([
    '',
    expect.stringMatching(/^refs\/heads\/main /),
    expect.stringMatching(/^refs\/heads\/second /),
  ])
  expect(repository.read('theirs.log')).toBe(push?.stdin)
}
