import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLEAN, commitReviewed, commitUnseen, DEFECT, onRemote } from '../support/gate-scenes.ts'
import { huskyProject, setUpHusky, started } from '../support/hook-places.ts'
import { doctor, fresh, HOOKS, hooksIn, init, protects, theirs, unhooked } from '../support/installing.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository } from '../support/wingman.ts'

/** Writes down what it was told, and ends as it is asked to. */
const TELLS = `#!/bin/sh
{ echo "$# $*"; cat; } >>"$(git rev-parse --show-toplevel)/../told.\${0##*/}"
exit $(cat "$(git rev-parse --show-toplevel)/../code" 2>/dev/null || echo 0)
`
const told = (repository: WingmanRepository, hook: string): string =>
  repository.read(`../told.${hook}.before-wingman`)

test('case 16: every hook that was there is kept, runs with its arguments and input, and its exit code holds', async () => {
  const repository = unhooked()
  for (const hook of HOOKS) repository.executable(`.git/hooks/${hook}`, TELLS)
  const { stdout } = repository.wingman('install')
  for (const hook of HOOKS) {
    expect(repository.read(`.git/hooks/${hook}.before-wingman`)).toBe(TELLS)
    expect(stdout).toContain(`your ${hook} hook is kept as ${hook}.before-wingman and runs first`)
  }
  const first = repository.commit('one', { 'a.js': CLEAN })
  expect(told(repository, 'post-commit')).toBe('0 \n')
  repository.git('commit', '-q', '--amend', '-m', 'uno')
  const second = repository.git('rev-parse', 'HEAD')
  expect(told(repository, 'post-rewrite')).toBe(`1 amend\n${first} ${second}\n`)
  repository.git('checkout', '-q', '-b', 'side')
  expect(told(repository, 'post-checkout')).toBe(`3 ${second} ${second} 1\n`)
  repository.commit('two', { 'b.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  repository.git('merge', '-q', 'side')
  expect(told(repository, 'post-merge')).toBe('1 0\n')
  await repository.reviewed()

  repository.write({ '../code': '7' })
  expect(repository.push('origin', 'main').status).toBe(1)
  expect(onRemote(repository, 'main')).not.toBe(repository.git('rev-parse', 'main'))
  for (const hook of HOOKS) {
    const { status } = repository.run(join('.git/hooks', hook), ['a', 'b', '1'], { input: '' })
    expect(status, hook).toBe(7)
  }
  repository.write({ '../code': '0' })
  expect(repository.push('origin', 'main')).toMatchObject({ status: 0 })
  expect(told(repository, 'pre-push')).toContain('2 origin ../remote.git\nrefs/heads/main ')
  await protects(repository)
})

test('case 17: a chained pre-push hook and ours both get the whole of standard input', async () => {
  const repository = unhooked()
  repository.executable('.git/hooks/pre-push', TELLS)
  repository.wingman('install')
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('checkout', '-q', '-b', 'zz')
  const bad = commitUnseen(repository, { 'b.js': DEFECT })
  // Ours has to see the last line as well: only there is something to hold.
  expect(repository.push('origin', 'main', 'zz')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('zz'),
  })
  expect(onRemote(repository, 'main')).not.toBe(repository.git('rev-parse', 'main'))
  const [, ...refs] = told(repository, 'pre-push').trimEnd().split('\n')
  expect(refs.map(line => line.split(' ')[0])).toEqual(['refs/heads/main', 'refs/heads/zz'])
  expect(refs[1]).toContain(bad)
})

test('case 17: more than a pipe holds reaches ours, also when theirs reads none of it', async () => {
  const repository = started()
  const hooks = recordedHooks(repository, { exitCode: 42 })
  const input = Array.from(
    { length: 3_000 },
    (_, at) => `refs/heads/${at} ${'a'.repeat(40)} x ${'0'.repeat(40)}`,
  )
  for (const [at, body] of ['exit 0', 'cat >theirs'].entries()) {
    repository.executable('.git/hooks/pre-push.before-wingman', `#!/bin/sh\n${body}\n`)
    const push = repository.run('.git/hooks/pre-push', ['origin', 'url'], { input: `${input.join('\n')}\n` })
    expect(push).toMatchObject({ status: 0, stderr: '' })
    expect((await hooks.calls(at + 1)).map(({ stdin }) => stdin === input.join('\n'))).not.toContain(false)
  }
  expect(repository.read('theirs')).toBe(`${input.join('\n')}\n`)
})

describe('a hook that is no shell script', () => {
  const kinds: Record<string, (repository: WingmanRepository, path: string) => void> = {
    'a program in machine code': ({ dir }, path) => copyFileSync('/bin/false', join(dir, path)),
    'a script for node': (repository, path) =>
      repository.executable(path, '#!/usr/bin/env node\nprocess.exit(9)\n'),
    'a link to a script of the project': (repository, path) => {
      repository.executable('scripts/gate', '#!/bin/sh\nexit 9\n')
      symlinkSync(join(repository.dir, 'scripts/gate'), join(repository.dir, path))
    },
    'a link beside it': (repository, path) => {
      repository.executable(`${path}-real`, '#!/bin/sh\nexit 9\n')
      symlinkSync('pre-push-real', join(repository.dir, path))
    },
    'a script in another encoding': (repository, path) => {
      repository.write({ [path]: Buffer.from('#!/bin/sh\n# d\xe9j\xe0\nexit 9\n', 'latin1') })
      chmodSync(join(repository.dir, path), 0o755)
    },
  }
  const folders = ['.git/hooks', '.githooks']
  const rows = Object.entries(kinds).flatMap(([name, make]) =>
    folders.map(folder => ({ name, make, folder })),
  )
  test.each(rows)('case 18: $name in $folder is moved and run, not edited', ({ make, folder }) => {
    const repository = unhooked()
    mkdirSync(join(repository.dir, folder), { recursive: true })
    make(repository, `${folder}/pre-push`)
    if (folder === '.githooks') repository.git('config', 'core.hooksPath', folder)
    const before = theirs(repository)
    const hook = before[`${folder}/pre-push`]
    repository.wingman('install')
    expect(theirs(repository)).toMatchObject({ [`${folder}/pre-push.before-wingman`]: hook })
    const held = repository.push('origin', 'main')
    expect(held.status).toBe(1)
    expect(held.stderr).not.toContain('wingman') // theirs held it, before we were asked
    repository.wingman('uninstall')
    expect(theirs(repository)).toEqual(before)
  })
})

test('case 18: a program that has nothing against a push: ours is asked as well', () => {
  const repository = unhooked()
  copyFileSync('/bin/true', join(repository.dir, '.git/hooks/pre-push'))
  repository.wingman('install')
  commitUnseen(repository, { 'a.js': DEFECT })
  expect(repository.push('origin', 'main')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('wingman'),
  })
})

test('case 18: a link that leads nowhere stays one, and comes back', () => {
  const repository = fresh()
  symlinkSync('../../gone', join(repository.dir, '.git/hooks/pre-push'))
  const before = theirs(repository)
  expect(repository.wingman('install').status).toBe(0)
  expect(repository.wingman('uninstall').status).toBe(0)
  expect(theirs(repository)).toEqual(before)
})

test('case 18: a folder in place of a hook is refused in a sentence, and nothing is written', () => {
  const repository = fresh()
  repository.write({ '.git/hooks/pre-push/readme': 'not a hook\n' })
  const before = treeOf(repository.dir)
  const refused = repository.wingman('install')
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('.git/hooks/pre-push') })
  expect(refused.stderr).not.toContain('bug of ours')
  expect(treeOf(repository.dir)).toEqual(before)
})

test.each(['.git/hooks', '.githooks'])(
  'case 19: a hook in %s that is not executable stays off, the person is told, and its mode comes back',
  async folder => {
    const repository = unhooked()
    repository.write({
      [`${folder}/pre-push`]: '#!/bin/sh\nexit 9\n',
      [`${folder}/post-commit`]: '#!/bin/sh\ntouch ran\n',
    })
    if (folder === '.githooks') repository.git('config', 'core.hooksPath', folder)
    const before = theirs(repository)
    const { stdout } = repository.wingman('install')
    for (const hook of ['pre-push', 'post-commit'])
      expect(stdout).toContain(
        `your ${hook} hook is kept as ${hook}.before-wingman; it is not executable, so it stays off`,
      )
    repository.wingman('uninstall')
    expect(theirs(repository)).toEqual(before)
    repository.wingman('install')
    await protects(repository)
    expect(repository.has('ran')).toBe(false)
    // Switched on later, it runs.
    chmodSync(join(repository.dir, folder, 'post-commit.before-wingman'), 0o755)
    repository.git('commit', '-q', '--allow-empty', '-m', 'on')
    expect(repository.has('ran')).toBe(true)
  },
)

test('case 20: somebody puts a hook over ours: doctor and status notice, and one command keeps both', async () => {
  const repository = unhooked()
  repository.wingman('install')
  repository.executable('.git/hooks/pre-push', '#!/bin/sh\necho theirs >&2\n')
  expect(hooksIn(repository)).toMatchObject({ missing: [], replaced: ['pre-push'] })
  expect(doctor(repository)).toMatchObject([
    { check: 'hooks', what: 'the pre-push hook there is not ours, so wingman is not asked' },
  ])
  expect(repository.wingman('install').status).toBe(0)
  expect(hooksIn(repository).missing).toEqual([])
  expect(repository.push('origin', 'HEAD').stderr).toContain('theirs')
  await protects(repository)
})

test('case 20: over a hook that ran another one first: refused in a sentence, nothing half done', () => {
  const repository = fresh()
  repository.executable('.git/hooks/pre-push', 'echo first\n')
  repository.wingman('install')
  repository.executable('.git/hooks/pre-push', 'echo second\n')
  const before = treeOf(repository.dir)
  const { status, stderr } = repository.wingman('install')
  expect(status).toBe(2)
  expect(stderr).toContain('an older hook is already kept')
  expect(treeOf(repository.dir)).toEqual(before)
  expect(hooksIn(repository).missing).toEqual(HOOKS)
})

test('case 21: husky is set up after us: noticed, and `wingman install` follows it there', async () => {
  const repository = huskyProject()
  repository.git('config', '--unset', 'core.hooksPath')
  repository.wingman('install', '--host', 'git')
  expect(hooksIn(repository).missing).toEqual([])
  repository.wingman('uninstall')
  repository.wingman('install')
  expect(repository.has('.git/hooks/pre-push')).toBe(true)
  setUpHusky(repository)
  expect(hooksIn(repository)).toMatchObject({ installed: [], missing: HOOKS })
  expect(doctor(repository).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'the pre-push hook is missing',
      'a pre-push hook of ours lies where git no longer looks',
    ]),
  )
  expect(repository.wingman('install').status).toBe(0)
  expect(repository.read('.husky/pre-push')).toContain('# >>> wingman')
  await protects(repository)
})

describe('uninstall', () => {
  test('case 22: every byte, mode and link in the git directory and the tree is as it was', () => {
    const repository = fresh()
    repository.write({ '.claude/settings.local.json': '{ "b": [1, 2],\n      "a": {} }' })
    chmodSync(join(repository.dir, '.claude/settings.local.json'), 0o600)
    repository.executable('.git/hooks/post-commit', '#!/bin/sh\nexit 0')
    chmodSync(join(repository.dir, '.git/hooks/post-commit'), 0o510)
    repository.write({ '.git/hooks/post-merge': '#!/bin/sh\r\necho off\r\n' })
    repository.executable('scripts/gate', '#!/usr/bin/env node\n')
    symlinkSync('../../scripts/gate', join(repository.dir, '.git/hooks/pre-push'))
    repository.commit('all', {})
    const before = theirs(repository)
    const { stdout } = init(repository, {}, '--agents', 'claude')
    expect(stdout).toContain('your post-commit hook is kept as post-commit.before-wingman and runs first')
    expect(stdout).toContain('it is not executable, so it stays off')
    init(repository, {}, '--agents', 'claude')
    expect(repository.wingman('uninstall').status).toBe(0)
    expect(theirs(repository)).toEqual(before)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test('case 22: in a tracked folder too, after an older version of our lines, and `git status` is clean', () => {
    const repository = unhooked()
    const modes = { 'post-commit': 0o755, 'post-merge': 0o700, 'post-checkout': 0o744, 'pre-push': 0o775 }
    for (const [hook, mode] of Object.entries(modes)) {
      // No last line break, and Windows' ones.
      repository.write({ [`.githooks/${hook}`]: `#!/bin/sh\nexit 0${hook === 'pre-push' ? '\r\n' : ''}` })
      chmodSync(join(repository.dir, '.githooks', hook), mode)
    }
    repository.git('config', 'core.hooksPath', '.githooks')
    repository.git('-c', 'core.hooksPath=/dev/null', 'add', '-A')
    repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'hooks')
    const before = theirs(repository)
    repository.wingman('install')
    for (const hook of Object.keys(modes)) {
      const text = repository.read(`.githooks/${hook}`)
      repository.write({ [`.githooks/${hook}`]: text.replace(/wingman=.*\n/, 'wingman=older\n') })
    }
    repository.wingman('install')
    expect(repository.wingman('uninstall').status).toBe(0)
    expect(theirs(repository)).toEqual(before)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test('case 22: what was kept in the git directory goes with --purge, but for where wingman came', () => {
    const repository = fresh(['init', '-q', '-b', 'main', '--template='])
    init(repository, {}, '--agents', 'claude')
    repository.wingman('uninstall', '--purge')
    expect(repository.git('status', '--porcelain', '--ignored')).toBe('')
    for (const folder of ['.claude', '.wingman', '.git/hooks'])
      expect(repository.has(folder), folder).toBe(false)
    expect(repository.run('ls', ['-A', '.git/wingman']).stdout).toBe('adopted\n')
    expect(repository.wingman('uninstall').stdout).toBe('nothing was installed here\n')
  })

  test('case 23: what somebody edited since is left, they are told, and install does not write over it', () => {
    const repository = fresh()
    init(repository)
    const edited = `${repository.read('.git/hooks/post-commit')}echo mine\n`
    repository.write({ '.git/hooks/post-commit': edited, 'wingman.config.yaml': 'loops: {}\n' })
    repository.wingman('install')
    expect(repository.read('.git/hooks/post-commit')).toBe(edited)
    const { stdout } = repository.wingman('uninstall')
    expect(stdout).toContain('left .git/hooks/post-commit: it was edited since')
    expect(stdout).toContain('left wingman.config.yaml: it was edited since')
    expect(stdout).toContain('removed .git/hooks/pre-push')
    expect(repository.read('.git/hooks/post-commit')).toBe(edited)
    expect(repository.read('wingman.config.yaml')).toBe('loops: {}\n')
  })

  test('case 23: of a hook file of theirs that was edited since, only our lines go', () => {
    const repository = repositoryWithRemote()
    repository.executable('.githooks/pre-push', '#!/bin/sh\necho one\n')
    repository.git('config', 'core.hooksPath', '.githooks')
    repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
    repository.wingman('install')
    const installed = repository.read('.githooks/pre-push')
    writeFileSync(join(repository.dir, '.githooks/pre-push'), `${installed}echo two\n`)
    expect(repository.wingman('uninstall').stdout).toContain('took our part out of .githooks/pre-push')
    expect(repository.read('.githooks/pre-push')).toBe('#!/bin/sh\necho one\necho two\n')
  })
})
