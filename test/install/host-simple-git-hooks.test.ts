import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installTool } from '../support/real-tools.ts'
import { recordedPushes } from '../support/recorded-pushes.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const ODD = `odd "b" 'c' $HOME ü`
const COMMANDS = { 'pre-push': 'cat >theirs.log', 'post-commit': 'echo "theirs" >>commits.log' }
const PACKAGE_JSON = `${JSON.stringify({ name: 'p', private: true, 'simple-git-hooks': COMMANDS, license: 'MIT' }, null, '\t')}\n`

describe('beside simple-git-hooks', () => {
  test.each([
    ['theirs first', ['theirs', 'ours']],
    ['ours first', ['ours', 'theirs']],
    ['theirs again after ours', ['theirs', 'ours', 'theirs', 'ours', 'theirs']],
  ])('both run, with the right arguments, input and exit code: %s', (_, order) => {
    const repository = project({ 'package.json': PACKAGE_JSON })
    for (const tool of order) tool === 'theirs' ? theirs(repository) : installed(repository)
    expect(repository.wingman('doctor').stdout).toContain('All is well')
    const gate = recordedPushes(repository)
    repository.commit('one', { 'a.txt': '1' })
    expect(repository.read('commits.log')).toBe('theirs\n')
    expect(repository.run('sh', ['-c', 'cat .git/wingman/queue/*']).stdout).toContain(
      repository.git('rev-parse', 'HEAD'),
    )
    pushesBoth(repository, gate)

    gate.answer(1)
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
    gate.answer(42)
    repository.write({ 'package.json': repository.read('package.json').replace('cat >theirs.log', 'exit 3') })
    theirs(repository)
    expect(repository.push('origin', 'main:refs/heads/held').status).toBe(1)
    gate.forget()
    expect(repository.push('--dry-run', 'origin', 'main').status).toBe(1)
    // Nothing is pushed, so nobody is asked.
    expect(gate.pushes()).toEqual([])
  })

  test('set up before they came: that ours was taken away is noticed, and mended by installing again', () => {
    const repository = project({ 'package.json': '{}\n' })
    installed(repository)
    repository.write({ 'package.json': PACKAGE_JSON })
    theirs(repository)
    expect(repository.has('.git/hooks/post-merge')).toBe(false)
    expect(repository.wingman('doctor').status).not.toBe(0)
    installed(repository)
    expect(repository.wingman('doctor').stdout).toContain('All is well')
    pushesBoth(repository, recordedPushes(repository))
  })

  test('a real review holds the push with its reason, and lets go of it once it is mended', async () => {
    const repository = project({ 'package.json': PACKAGE_JSON })
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
    const repository = project({ 'package.json': PACKAGE_JSON }, name)
    repository.git('init', '-q', '--bare', join('..', remote))
    repository.git('remote', 'set-url', 'origin', join('..', remote))
    installed(repository)
    repository.commit('hooks')
    repository.git('worktree', 'add', '-q', '-b', 'side', '../side tree')
    const side = wingmanAt(join(repository.dir, '..', 'side tree'))
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
    ['package.json', PACKAGE_JSON],
    ['package.json', `{"name":"p","simple-git-hooks":{}}`],
    ['package.json', PACKAGE_JSON.replaceAll('\n', '\r\n')],
    ['.simple-git-hooks.json', `${JSON.stringify(COMMANDS, null, 4)}`],
    ['simple-git-hooks.json', '{ "pre-commit": "true" }\n'],
  ])('install, install again and uninstall leave everything as it was: %s %j', (file, text) => {
    const repository = project({ 'package.json': '{}\n', [file]: text })
    theirs(repository)
    const before = everything(repository)
    expect(installed(repository)).toContain('ran npx simple-git-hooks')
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

  test('edited since, and their hooks written anew: only our part goes', () => {
    const repository = project({ 'package.json': PACKAGE_JSON })
    installed(repository)
    const edit = (text: string) => text.replace('"MIT"', '"ISC"').replace('cat >theirs.log', 'cat >other.log')
    repository.write({ 'package.json': edit(repository.read('package.json')) })
    theirs(repository)
    repository.wingman('uninstall')
    expect(repository.read('package.json')).toBe(edit(PACKAGE_JSON))
    expect(repository.push('origin', 'main').status).toBe(0)
    expect(repository.read('other.log')).toContain('refs/heads/main')
    expect(repository.read('.git/hooks/pre-push')).not.toContain('wingman')
  })

  test('a clone where wingman was never set up: commits pass in silence, a push is held with the remedy', () => {
    const repository = project({ 'package.json': PACKAGE_JSON })
    installed(repository)
    repository.commit('hooks')
    repository.run('git', ['push', '-q', 'origin', 'main'], { env: { WINGMAN: '0' } })
    repository.git('clone', '-q', '../remote.git', '../clone')
    const clone = wingmanAt(join(repository.dir, '../clone'))
    installTool('simple-git-hooks', clone.dir)
    theirs(clone)
    expect(clone.run('git', ['commit', '--allow-empty', '-m', 'one']).output).not.toContain('wingman:')
    expect(clone.push('origin', 'main')).toMatchObject({
      status: 1,
      output: expect.stringContaining('npx wingman install'),
    })
    expect(clone.run('git', ['push', 'origin', 'main'], { env: { WINGMAN: '0' } }).status).toBe(0)
  })

  test('a config that is a program is not edited; the lines that are asked for work', () => {
    const repository = project({ 'package.json': '{}\n', '.simple-git-hooks.cjs': 'module.exports = {}\n' })
    const before = everything(repository)
    const refused = repository.wingman('install')
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('Add these by hand') })
    expect(everything(repository)).toEqual(before)
    const lines = (refused.stderr.split('\n  \n')[1] ?? '').replace(/^ {2}/gm, '')
    repository.write({ '.simple-git-hooks.cjs': `module.exports = ${lines}` })
    installed(repository)
    expect(repository.wingman('install').stdout).toContain('Nothing to do')
    const gate = recordedPushes(repository)
    gate.answer(1)
    expect(repository.push('origin', 'main').status).toBe(1)
    expect(gate.pushes()).toMatchObject([{ remote: 'origin', url: '../remote.git' }])
  })

  test.each(['before', 'after'])(
    'git is not to run what they would delete the next time that they run: refused %s they ran',
    when => {
      const repository = project({ 'package.json': PACKAGE_JSON })
      if (when === 'after') theirs(repository)
      const before = everything(repository)
      const refused = repository.wingman('install', '--host', 'git')
      expect(refused).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('wingman install --host simple-git-hooks'),
      })
      expect(everything(repository)).toEqual(before)
    },
  )

  test('nothing is written where they are not installed, or would drop a hook of yours, or the file is strange', () => {
    const without = project({ 'package.json': PACKAGE_JSON }, 'project', false)
    const yours = project({ 'package.json': PACKAGE_JSON })
    yours.executable('.git/hooks/post-merge', '#!/bin/sh\nexit 0\n')
    const strange = project({ 'package.json': '{ "simple-git-hooks": { "pre-push": ["a"] } }\n' })
    for (const [repository, reason] of [
      [without, 'not installed'],
      [yours, 'would no longer run'],
      [strange, 'is no command'],
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
  if (hasTool) installTool('simple-git-hooks', repository.dir)
  return repository
}

function theirs(repository: WingmanRepository): void {
  expect(repository.run('node_modules/.bin/simple-git-hooks', []).output).not.toContain('ERROR')
}

function installed(repository: WingmanRepository): string {
  const { status, output } = repository.wingman('install')
  expect(output).not.toContain('wingman:')
  expect(status).toBe(0)
  return output
}

/** All but the samples and what git writes by itself. */
const everything = (repository: WingmanRepository) =>
  treeOf(repository.dir, {
    without: /^node_modules|\.log$|\.sample$|^\.git\/(wingman|index|objects|logs|refs|COMMIT_EDITMSG)/,
  })

function pushesBoth(repository: WingmanRepository, gate: ReturnType<typeof recordedPushes>): void {
  repository.git('branch', 'second')
  gate.forget()
  const { status, output } = repository.push('origin', 'main', 'second')
  expect(status, output).toBe(0)
  const [push, ...more] = gate.pushes()
  expect(more).toEqual([])
  expect(push).toMatchObject({ remote: 'origin', url: '../remote.git' })
  expect(push?.stdin.trim().split('\n')).toHaveLength(2)
  expect(repository.read('theirs.log')).toBe(push?.stdin)
}
