import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyPackage, PACKAGE } from '../support/fake-programs.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import {
  repositoryAt,
  type TestRepository,
  temporaryFolder,
  temporaryRepository,
} from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, repositoryWithRemote, reviewedRepository, wingmanAt } from '../support/wingman.ts'

const request = (sha: string, ref: string, agent = '-') =>
  `wingman-request 1\npost-commit ${sha} ${ref} ${agent}\nend\n`
const has = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
const hasReftable = has(
  'sh',
  '-c',
  'd=$(mktemp -d) && git init -q --ref-format=reftable "$d"; s=$?; rm -rf "$d"; exit $s',
)

describe('a commit leaves its request', () => {
  const layouts: Record<string, () => TestRepository> = {
    'a plain repository': () => started(),
    'packed refs': () => having(started(), repository => repository.git('pack-refs', '--all')),
    'a SHA-256 repository': () => started(['init', '-q', '-b', 'main', '--object-format=sha256']),
    'a separate git directory': () =>
      started(['init', '-q', '-b', 'main', '--separate-git-dir', '../elsewhere']),
    'a linked worktree': () => linked(started()),
    'a worktree of a bare repository': () => linked(bare()),
    'a submodule': () => submodule(started()),
    'a path with spaces, quotes, $ and unicode': () => started(undefined, `a "b" 'c' $HOME ü`),
    'a branch with a slash': () =>
      having(started(), repository => repository.git('checkout', '-q', '-b', 'feat/ü')),
  }
  test.each(Object.entries(layouts))('in %s', async (_, make) => {
    const repository = make()
    const hooks = recordedHooks(repository)
    const sha = repository.commit('one', { 'a.txt': '1' })
    expect(hooks.requests()).toEqual([request(sha, repository.git('symbolic-ref', 'HEAD'))])
    expect(await hooks.calls(1)).toEqual([{ args: 'worker', stdin: '', cwd: repository.dir }])
  })

  test.skipIf(!hasReftable)(
    `with refs in a reftable${hasReftable ? '' : ' (SKIPPED: this git has none)'}`,
    () => {
      const repository = started(['init', '-q', '-b', 'main', '--ref-format=reftable'])
      const hooks = recordedHooks(repository)
      const sha = repository.commit('one', { 'a.txt': '1' })
      expect(hooks.requests()).toEqual([request(sha, 'refs/heads/main')])
    },
  )

  test('on a detached HEAD, and after a clean merge', () => {
    const repository = started()
    repository.git('checkout', '-q', '-b', 'side')
    repository.commit('side', { 'side.txt': '1' })
    repository.git('checkout', '-q', 'main')
    repository.commit('main', { 'main.txt': '1' })
    const hooks = recordedHooks(repository)
    repository.git('merge', '-q', '--no-edit', 'side')
    const merged = repository.git('rev-parse', 'HEAD')
    repository.git('checkout', '-q', '--detach')
    const detached = repository.commit('detached', { 'a.txt': '1' })
    expect(hooks.requests().sort()).toEqual(
      [request(merged, 'refs/heads/main'), request(detached, '-')].sort(),
    )
  })

  test('also with -a, of one path, amended, and two at once', () => {
    const repository = started()
    repository.commit('files', { 'a.txt': '1', 'b.txt': '1' })
    const hooks = recordedHooks(repository)
    const made = [
      ['commit', '-q', '-a', '-m', 'all'],
      ['commit', '-q', '-m', 'path', '--', 'b.txt'],
      ['commit', '-q', '--amend', '-m', 'amended'],
      ['commit', '-q', '--allow-empty', '-m', 'quick'],
      ['commit', '-q', '--allow-empty', '-m', 'quicker'],
    ].map((args, at) => {
      repository.write({ 'a.txt': `a${at}`, 'b.txt': `b${at}` })
      repository.git(...args)
      return request(repository.git('rev-parse', 'HEAD'), 'refs/heads/main')
    })
    expect(hooks.requests().sort()).toEqual(made.sort())
  })

  test('returns at once when its output is piped, while the worker is still at work', () => {
    const repository = started()
    const hooks = recordedHooks(repository, { stays: true })
    // Would never end if the worker held the pipe.
    const { status } = repository.run('sh', ['-c', 'git commit -q --allow-empty -m piped 2>&1 | cat'])
    expect(status).toBe(0)
    hooks.release()
  })

  test('starts the worker through node where there is no setsid', async () => {
    const repository = started()
    const hooks = recordedHooks(repository)
    const bin = temporaryFolder()
    for (const name of ['git', 'sh', 'cat', 'mkdir', 'sleep']) symlinkSync(programAt(name), join(bin, name))
    repository.run('git', ['commit', '-q', '--allow-empty', '-m', 'one'], { env: { PATH: bin } })
    expect(await hooks.calls(1)).toMatchObject([{ args: 'launch' }])
  })

  test('stands although no request can be left, and says what to do', () => {
    const repository = started()
    recordedHooks(repository)
    repository.write({ '.git/wingman/queue': 'no folder' })
    const { status, stderr } = repository.tryGit('commit', '-q', '--allow-empty', '-m', 'one')
    expect(status).toBe(0)
    expect(stderr).toContain('wingman: no request could be left in .git/wingman/queue')
  })
})

describe('the scripts', () => {
  const shells: Record<string, string[]> = {
    dash: ['dash'],
    'busybox sh': ['busybox', 'sh'],
    'bash --posix': ['bash', '--posix'],
  }
  const rows = Object.entries(shells).map(([name, command]) => ({
    name:
      has(command[0] ?? '', '-c', ':') || has(command[0] ?? '', 'true')
        ? name
        : `${name} (SKIPPED: not installed)`,
    command,
  }))
  test.each(rows.filter(({ name }) => !name.includes('SKIPPED')))('run under $name', async ({ command }) => {
    const [shell = '', ...args] = command
    const repository = started()
    const hooks = recordedHooks(repository, { exitCode: 3 })
    expect(repository.run(shell, [...args, '.git/hooks/post-commit'])).toMatchObject({
      status: 0,
      output: '',
    })
    expect(hooks.requests()).toEqual([request(repository.git('rev-parse', 'HEAD'), 'refs/heads/main')])
    const push = repository.run(shell, [...args, '.git/hooks/pre-push', 'origin', 'url'], {
      input: 'a b c d\n',
    })
    // Neither a yes nor a no.
    expect(push).toMatchObject({ status: 1, output: expect.stringContaining('without an answer') })
    expect(await hooks.calls(2)).toContainEqual({
      args: 'pre-push origin url',
      stdin: 'a b c d',
      cwd: repository.dir,
    })
    for (const script of ['agent', 'request-block', 'gate-block'])
      expect(repository.run(shell, [...args, '-n', `${PACKAGE}templates/hooks/${script}.sh`]).output).toBe('')
  })
  test.skip.each(rows.filter(({ name }) => name.includes('SKIPPED')))('run under $name', () => {})

  test('do nothing with WINGMAN=0', () => {
    const repository = remoteFor(started())
    const hooks = recordedHooks(repository, { exitCode: 1 })
    const env = { WINGMAN: '0' }
    repository.run('git', ['commit', '-q', '--allow-empty', '-m', 'one'], { env })
    expect(hooks.requests()).toEqual([])
    expect(repository.run('git', ['push', '-q', 'origin', 'main'], { env }).status).toBe(0)
  })

  test('leave no request in a child of ours, and hold its push all the same', () => {
    const repository = remoteFor(started())
    const hooks = recordedHooks(repository, { exitCode: 1 })
    const env = { WINGMAN_CHILD: '1' }
    repository.run('git', ['commit', '-q', '--allow-empty', '-m', 'one'], { env })
    expect(hooks.requests()).toEqual([])
    expect(repository.run('git', ['push', '-q', 'origin', 'main'], { env }).status).toBe(1)
  })

  test('without wingman: the commit passes with one line, the push is held with the remedy', () => {
    const repository = remoteFor(started())
    recordedHooks(repository)
    repository.write({ '.git/wingman/runtime': '/gone/node\n/gone/hook.js\n' })
    const commit = repository.tryGit('commit', '-q', '--allow-empty', '-m', 'one')
    expect(commit.status).toBe(0)
    expect(commit.stderr.trim().split('\n')).toEqual([expect.stringContaining('wingman: not found here')])
    const push = repository.tryGit('push', 'origin', 'main')
    expect(push.status).toBe(1)
    expect(push.stderr).toMatch(
      /this push could not be checked and is held[\s\S]*npm install[\s\S]*WINGMAN=0 git push/,
    )
  })

  test.each([
    ['with a package.json', { 'package.json': '{}\n' }, '(npm install)', 'npx wingman run review'],
    ['without one', {}, '(npm install --global git-wingman)', ' then: wingman run review'],
  ])('without wingman they say what can be typed: in a project %s', (_, files, install, review) => {
    const repository = remoteFor(started())
    recordedHooks(repository)
    repository.write({ ...files, '.git/wingman/runtime': '/gone/node\n/gone/hook.js\n' })
    const commit = repository.tryGit('commit', '-q', '--allow-empty', '-m', 'one').stderr
    const push = repository.tryGit('push', 'origin', 'main').stderr
    expect(commit).toContain(install)
    expect(commit).toContain(review)
    expect(push).toContain(install)
    for (const [block, args] of Object.entries({ request: [], gate: ['origin', 'url'] })) {
      const script = `${PACKAGE}templates/hooks/${block}-block.sh`
      const { status, stderr } = repository.run('sh', ['-e', script, ...args], { input: '' })
      expect(status).toBe(block === 'gate' ? 1 : 0)
      expect(stderr).toContain(install)
      if (block === 'request') expect(stderr).toContain(review)
    }
  })

  test('say that findings are open at the next commit on that branch, and on no other', () => {
    const repository = started()
    recordedHooks(repository)
    repository.write({ '.git/wingman/open': 'refs/heads/main\nwingman: 2 findings open\n' })
    const commit = () => repository.tryGit('commit', '-q', '--allow-empty', '-m', 'next').stderr
    expect(commit()).toBe('wingman: 2 findings open\n')
    repository.git('checkout', '-q', '-b', 'other')
    expect(commit()).toBe('')
    repository.git('checkout', '-q', '--detach', 'main')
    expect(commit()).toBe('')
  })
})

describe('a hook that was there before', () => {
  test('runs first, gets the whole of standard input, and its exit code holds the push', async () => {
    const repository = remoteFor(started())
    const hooks = recordedHooks(repository, { exitCode: 42 })
    repository.executable('.git/hooks/pre-push.before-wingman', '#!/bin/sh\ncat >theirs\nexit $(cat code)\n')
    repository.git('branch', 'second')
    repository.write({ code: '7' })
    expect(repository.tryGit('push', 'origin', 'main', 'second').status).not.toBe(0)
    repository.write({ code: '0' })
    expect(repository.tryGit('push', 'origin', 'main', 'second').status).toBe(0)
    const theirs = repository.read('theirs')
    expect(theirs.split('\n')).toHaveLength(3)
    expect(await hooks.calls(1)).toMatchObject([{ stdin: theirs.trimEnd() }])
  })

  test('runs at a commit, and stays off when it is not executable', () => {
    const repository = started()
    const hooks = recordedHooks(repository)
    repository.executable('.git/hooks/post-commit.before-wingman', '#!/bin/sh\necho theirs >>log\n')
    repository.commit('one')
    expect(repository.read('log')).toBe('theirs\n')
    chmodSync(join(repository.dir, '.git/hooks/post-commit.before-wingman'), 0o644)
    repository.git('commit', '-q', '--allow-empty', '-m', 'two')
    expect(repository.read('log')).toBe('theirs\n')
    expect(hooks.requests()).toHaveLength(2)
  })
})

describe("in the project's own hook files", () => {
  test('husky: our block stands in .husky/<hook>, their lines still run, pre-push input reaches both', async () => {
    const repository = huskyProject()
    repository.write({ '.husky/pre-push': 'cat >theirs\n', '.husky/post-commit': 'echo theirs >>log\n' })
    const before = treeOf(join(repository.dir, '.husky'))
    repository.wingman('install')
    expect(repository.read('.husky/pre-push')).toMatch(/^# >>> wingman[\s\S]*# <<< wingman\ncat >theirs\n$/)
    // The config came with a commit that nobody has pushed: it is asked for too.
    repository.wingman('run', 'review', '--commit', 'HEAD')
    repository.commit('bad', { 'a.js': 'debugger\n' })
    expect(repository.read('log')).toBe('theirs\n')
    await repository.reviewed()
    expect(repository.push('-u', 'origin', 'main')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('debugger-statement'),
    })
    expect(repository.has('theirs')).toBe(false)
    repository.commit('good', { 'a.js': 'export {}\n' })
    await repository.reviewed()
    expect(repository.push('-u', 'origin', 'main').status).toBe(0)
    expect(repository.read('theirs')).toMatch(/^refs\/heads\/main \w+ refs\/heads\/main \w+\n$/)
    expect(repository.push('origin', 'main').status).toBe(0)
    expect(repository.read('theirs')).toBe('')
    repository.wingman('install')
    repository.wingman('uninstall')
    expect(treeOf(join(repository.dir, '.husky'))).toEqual(before)
  })

  test('a tracked folder: works without npm and in a worktree, and goes when it is taken out', async () => {
    const repository = repositoryWithRemote()
    repository.executable('.githooks/post-commit', '#!/bin/bash -eu\necho theirs >>log\n')
    repository.git('config', 'core.hooksPath', '.githooks')
    repository.commit('start', { 'wingman.config.yaml': RULES_ONLY, '.gitignore': 'log\n' })
    const before = treeOf(repository.dir, { without: /^\.git\// })
    repository.wingman('install')
    repository.commit('hooks')
    repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
    const side = wingmanAt(join(repository.dir, '../side'))
    side.commit('bad', { 'a.js': 'debugger\n' })
    await side.reviewed()
    expect(side.read('log')).toBe('theirs\n')
    expect(side.push('origin', 'side')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a.js:1'),
    })
    await repository.reviewed()
    repository.wingman('uninstall')
    expect(treeOf(repository.dir, { without: /^\.git\/|^log$/ })).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'log')),
    )
  })

  test('a tracked hook that is no shell script, or not executable, is kept whole beside ours', () => {
    const repository = repositoryWithRemote()
    repository.executable('.githooks/pre-push', '#!/usr/bin/env node\nprocess.exit(9)\n')
    repository.write({ '.githooks/post-commit': '#!/bin/sh\necho off\n' })
    repository.git('config', 'core.hooksPath', '.githooks')
    repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
    const before = treeOf(join(repository.dir, '.githooks'))
    expect(repository.wingman('install').stdout).toContain('it is not executable, so it stays off')
    const push = repository.push('origin', 'main')
    expect(push.status).toBe(1)
    expect(push.stderr).not.toContain('wingman') // theirs held it, before we were asked
    repository.wingman('uninstall')
    expect(treeOf(join(repository.dir, '.githooks'))).toEqual(before)
  })

  test('a folder of the global config, outside, or none at all is refused, and nothing is written', () => {
    const repository = repositoryWithRemote()
    const global = join(temporaryFolder(), 'gitconfig')
    writeFileSync(global, '[core]\n\thooksPath = /somewhere/hooks\n')
    const before = treeOf(repository.dir)
    const refused = repository.wingmanWith({ env: { GIT_CONFIG_GLOBAL: global } }, 'install')
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('in the global git config') })
    expect(treeOf(repository.dir)).toEqual(before)
    for (const value of ['/dev/null', '', '/outside/.husky/_']) {
      repository.git('config', 'core.hooksPath', value)
      expect(repository.wingman('install').status, value).toBe(2)
    }
  })
})

describe('the worker', () => {
  test('reviews a commit in the worktree where it was made; the records are shared', async () => {
    const repository = reviewedRepository(
      `reviewers:\n  clean:\n    run: '! env | grep -E "^GIT_(DIR|INDEX_FILE|WORK_TREE|PREFIX)="'\n${RULES_ONLY.replace('[rules]', '[rules, clean]')}`,
    )
    repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
    const side = wingmanAt(join(repository.dir, '../side'))
    side.write({ 'README.md': 'changed\n' })
    side.git('commit', '-q', '-a', '-m', 'all')
    await side.reviewed()
    expect(side.lastReview()).toMatchObject({ verdict: 'approved', snapshot: { branch: 'refs/heads/side' } })
    expect(repository.has('.git/wingman/queue')).toBe(false)
    expect(repository.wingman('log').stdout).toContain(side.git('rev-parse', '--short=7', 'HEAD'))
    expect(side.push('-u', 'origin', 'side').status).toBe(0)
  })

  test('is not confused by GIT_DIR and GIT_INDEX_FILE of whoever commits', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    const other = started()
    repository.write({ 'a.js': 'debugger\n' })
    const env = {
      GIT_DIR: join(repository.dir, '.git'),
      GIT_WORK_TREE: repository.dir,
      GIT_INDEX_FILE: join(repository.dir, '.git/other-index'),
    }
    repository.run('git', ['add', '-A'], { env, cwd: other.dir })
    repository.run('git', ['commit', '-q', '-m', 'from elsewhere'], { env, cwd: other.dir })
    await repository.reviewed()
    expect(repository.lastReview()).toMatchObject({ verdict: 'needs-revision' })
    expect(other.has('.git/wingman')).toBe(false)
  })

  test('killed with its whole group right after the commit: what runs next takes the request up', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.write({ 'a.js': 'debugger\n' })
    repository.git('add', '-A')
    repository.run('setsid', ['-w', 'sh', '-c', 'git commit -q -m killed; kill -KILL 0'])
    repository.wingman('status')
    await repository.reviewed()
    expect(repository.lastReview().snapshot.commit).toBe(repository.git('rev-parse', 'HEAD'))
  })
})

function started(init?: string[], name = 'project'): TestRepository {
  const repository = temporaryRepository(init ? { init, name } : { name })
  repository.commit('start', { 'README.md': '# project\n' })
  return repository
}

function having(repository: TestRepository, action: (repository: TestRepository) => unknown): TestRepository {
  action(repository)
  return repository
}

function linked(repository: TestRepository): TestRepository {
  repository.git('worktree', 'add', '-q', '-b', 'side', join(repository.dir, '../side'), 'main')
  return repositoryAt(join(repository.dir, '../side'))
}

function bare(): TestRepository {
  const repository = started()
  repository.git('clone', '-q', '--bare', '.', '../bare.git')
  return repositoryAt(join(repository.dir, '../bare.git'))
}

function submodule(repository: TestRepository): TestRepository {
  const inner = started()
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'inner')
  return repositoryAt(join(repository.dir, 'inner'))
}

function remoteFor(repository: TestRepository): TestRepository {
  repository.git('init', '-q', '--bare', '-b', 'main', '../remote.git')
  repository.git('remote', 'add', 'origin', '../remote.git')
  return repository
}

const programAt = (name: string): string =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()

function huskyProject() {
  const repository = repositoryWithRemote()
  repository.commit('start', {
    'package.json': '{}\n',
    'wingman.config.yaml': RULES_ONLY,
    '.gitignore': 'node_modules\nlog\ntheirs\n',
  })
  mkdirSync(join(repository.dir, 'node_modules'))
  cpSync(join(PACKAGE, 'node_modules/husky'), join(repository.dir, 'node_modules/husky'), { recursive: true })
  copyPackage(join(repository.dir, 'node_modules/git-wingman'))
  const { status } = repository.run(process.execPath, ['node_modules/husky/bin.js'])
  expect(status).toBe(0)
  expect(repository.git('config', 'core.hooksPath')).toBe('.husky/_')
  return repository
}
