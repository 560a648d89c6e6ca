import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyPackage, fakeNpm, pathWith, programs } from '../support/fake-programs.ts'
import { temporaryFolder, temporaryRepository } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { ENTRY, type WingmanRepository, withWingman } from '../support/wingman.ts'

const HOOKS = ['post-commit', 'post-merge', 'post-rewrite', 'post-checkout', 'pre-push']
const OWN_FILES = /^\.git\/wingman\//

describe('init', () => {
  test('gives a fresh repository a YAML config and hooks, and from a subdirectory the same', () => {
    const repository = fresh()
    repository.write({ 'src/deep/a.txt': '' })
    const { status, stdout } = init(repository, { cwd: join(repository.dir, 'src/deep') })
    expect(status).toBe(0)
    expect(stdout).toContain('no package.json · no coding agent on PATH')
    expect(stdout).toMatch(/write +wingman\.config\.yaml/)
    expect(repository.read('wingman.config.yaml')).toContain('reviewers: [rules]')
    for (const hook of HOOKS) expect(repository.read(`.git/hooks/${hook}`)).toContain('# wingman-hook')
    expect(repository.wingman('config', 'check').status).toBe(0)
    expect(repository.wingman('status').stdout).toContain(
      'Hooks: post-commit, post-merge, post-rewrite, post-checkout, pre-push',
    )
  })

  test('knows the scripts of an npm project and the agents on PATH', () => {
    const repository = npmProject({ typecheck: 'tsc', lint: 'biome', test: 'vitest' })
    const bin = programs({ claude: 'exit 0', codex: 'exit 0' })
    const { stdout } = init(repository, { env: { PATH: pathWith(bin) } })
    expect(stdout).toContain(
      'npm project · types (npm run -s typecheck) · lint (npm run -s lint) · tests (npm run -s test) · agents: claude, codex',
    )
    const config = repository.read('wingman.config.ts')
    for (const loop of ['basics', 'standards', 'security', 'integration'])
      expect(config).toContain(`${loop}: { on:`)
    expect(repository.wingman('config', 'check').stdout).toContain('4 loops, 1 gate')
  })

  test('does nothing the second time', () => {
    const repository = fresh()
    init(repository)
    const before = treeOf(repository.dir)
    const again = init(repository)
    expect(again.stdout).toContain('Nothing to do: wingman.config.yaml and the hooks are in place.')
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test('writes nothing with --dry-run', () => {
    const repository = fresh()
    const before = treeOf(repository.dir)
    expect(init(repository, {}, '--dry-run', '--agents', 'claude').stdout).toMatch(
      /write +\.claude\/settings\.local\.json/,
    )
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test('keeps a config that is there, and records the commit at which it came once', () => {
    const repository = fresh()
    const first = repository.git('rev-parse', 'HEAD')
    repository.commit('config', {
      'wingman.config.yaml': 'loops: { mine: { reviewers: [rules] } }\n',
    })
    init(repository)
    repository.commit('later')
    init(repository)
    expect(repository.read('wingman.config.yaml')).toContain('mine')
    expect(repository.read('.git/wingman/adopted').trim()).toBe(first)
  })

  test('prints one document with --json', () => {
    const repository = fresh()
    const document = JSON.parse(init(repository, {}, '--json').stdout)
    expect(document).toMatchObject({ version: 1, dependency: null, facts: { defaultBranch: 'main' } })
    expect(document.files.map((file: { file: string }) => file.file)).toContain('.git/hooks/pre-push')
  })

  test.each([
    ['no', 'n', false],
    ['yes', 'y', true],
  ])('on a terminal shows the plan and asks; "%s"', (_, key, isWritten) => {
    const repository = fresh()
    const before = treeOf(repository.dir)
    const { output } = repository.run(
      'script',
      ['-qec', `stty cols 100; '${process.execPath}' '${ENTRY}' init`, '/dev/null'],
      {
        env: { PATH: pathWith(), TERM: 'xterm' },
        input: key,
      },
    )
    expect(output).toMatch(/wingman\.config\.yaml[\s\S]*Go ahead\?/)
    expect(repository.has('wingman.config.yaml')).toBe(isWritten)
    if (!isWritten) expect(output).toContain('Nothing was written.')
    if (!isWritten) expect(treeOf(repository.dir)).toEqual(before)
  })

  test('says clearly that there is no repository, and that a bare one has no tree', () => {
    const folder = withWingman(temporaryRepository({ init: [] }))
    expect(folder.wingman('init')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not inside a git working tree'),
    })
    const bare = withWingman(temporaryRepository({ init: ['init', '-q', '--bare'] }))
    expect(bare.wingman('init')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('bare repository'),
    })
    expect(bare.has('wingman.config.yaml')).toBe(false)
  })
})

describe('init in an npm project without the dependency', () => {
  test('has the package manager add it, and takes its changes back on uninstall', () => {
    const repository = npmProject({}, { installed: false })
    const before = treeOf(repository.dir, { without: OWN_FILES })
    const npm = fakeNpm()
    expect(init(repository, { env: { PATH: pathWith(npm.folder) } }).status).toBe(0)
    expect(npm.calls()).toEqual([expect.stringMatching(/^install --save-dev git-wingman@\^/)])
    expect(repository.read('.git/wingman/runtime')).toContain(
      `${repository.dir}/node_modules/git-wingman/dist/hook.js`,
    )
    repository.wingman('uninstall')
    expect(treeOf(repository.dir, { without: /^\.git\/wingman\/|^node_modules/ })).toEqual(before)
  })

  test('writes nothing when that fails', () => {
    const repository = npmProject({}, { installed: false })
    const before = treeOf(repository.dir)
    const { status, stderr } = init(repository, { env: { PATH: pathWith(fakeNpm({ fails: true }).folder) } })
    expect(status).toBe(2)
    expect(stderr).toMatch(/no network[\s\S]*`npm install --save-dev .*` failed, so nothing was set up/)
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test("out of npx's cache: records the project's own wingman, and refuses where there is none", () => {
    const entry = copyPackage(join(temporaryFolder(), '_npx/abc/node_modules/git-wingman'))
    const plain = fresh()
    const before = treeOf(plain.dir)
    const refused = plain.run(process.execPath, [entry, 'init'], { env: { PATH: pathWith() } })
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('runs out of a cache') })
    expect(treeOf(plain.dir)).toEqual(before)

    const project = npmProject({}, { installed: false })
    const env = { PATH: pathWith(fakeNpm().folder) }
    expect(project.run(process.execPath, [entry, 'init'], { env }).status).toBe(0)
    expect(project.read('.git/wingman/runtime')).not.toContain('_npx')
  })
})

describe('uninstall', () => {
  test('leaves the tree and the hooks as they were, modes and links included', () => {
    const repository = fresh()
    repository.write({ '.claude/settings.local.json': '{ "b": [1, 2],\n      "a": {} }' })
    chmodSync(join(repository.dir, '.claude/settings.local.json'), 0o600)
    repository.executable('.git/hooks/post-commit', '#!/bin/sh\nexit 0\n')
    repository.write({ '.git/hooks/post-merge': '#!/bin/sh\necho off\n' })
    repository.executable('scripts/gate', '#!/usr/bin/env node\n')
    symlinkSync('../../scripts/gate', join(repository.dir, '.git/hooks/pre-push'))
    repository.commit('all', {})
    const before = treeOf(repository.dir, { without: OWN_FILES })
    const { stdout } = init(repository, {}, '--agents', 'claude')
    expect(stdout).toContain('your post-commit hook is kept as post-commit.before-wingman and runs first')
    expect(stdout).toContain('it is not executable, so it stays off')
    init(repository, {}, '--agents', 'claude')
    expect(repository.wingman('uninstall').status).toBe(0)
    expect(treeOf(repository.dir, { without: OWN_FILES })).toEqual(before)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test('in a repository without a single hook leaves not even a folder', () => {
    const repository = fresh(['init', '-q', '-b', 'main', '--template='])
    init(repository, {}, '--agents', 'claude')
    repository.wingman('uninstall', '--purge')
    expect(repository.git('status', '--porcelain', '--ignored')).toBe('')
    for (const folder of ['.claude', '.wingman', '.git/hooks'])
      expect(repository.has(folder), folder).toBe(false)
    // Where wingman came, and nothing else: what it held must not become history.
    expect(repository.run('ls', ['-A', '.git/wingman']).stdout).toBe('adopted\n')
    expect(repository.wingman('uninstall').stdout).toBe('nothing was installed here\n')
  })

  test('leaves what somebody edited since, says so, and install does not write over it', () => {
    const repository = fresh()
    init(repository)
    const edited = `${repository.read('.git/hooks/post-commit')}echo mine\n`
    repository.write({ '.git/hooks/post-commit': edited, 'wingman.config.yaml': 'loops: {}\n' })
    repository.wingman('install')
    const { stdout } = repository.wingman('uninstall')
    expect(stdout).toContain('left .git/hooks/post-commit: it was edited since')
    expect(stdout).toContain('left wingman.config.yaml: it was edited since')
    expect(stdout).toContain('removed .git/hooks/pre-push')
    expect(repository.read('.git/hooks/post-commit')).toBe(edited)
  })

  test('keeps what came into the settings after us, also when install ran again', () => {
    const repository = fresh()
    repository.write({ '.claude/settings.local.json': '{\n  "a": 1\n}\n' })
    repository.wingman('install', '--agents', 'claude')
    const settings = JSON.parse(repository.read('.claude/settings.local.json'))
    repository.write({ '.claude/settings.local.json': JSON.stringify({ ...settings, mine: true }) })
    repository.wingman('install', '--agents', 'claude')
    repository.wingman('uninstall')
    expect(JSON.parse(repository.read('.claude/settings.local.json'))).toEqual({ a: 1, mine: true })
  })

  test('goes on when one of the files can no longer be understood', () => {
    const repository = fresh()
    repository.wingman('install', '--agents', 'claude')
    repository.write({ '.claude/settings.local.json': '{ half' })
    const { status, stdout } = repository.wingman('uninstall')
    expect(status).toBe(0)
    expect(stdout).toContain('left .claude/settings.local.json')
    expect(repository.has('.git/hooks/pre-push')).toBe(false)
  })

  test('gives a hook back that was moved although ours was deleted', () => {
    const repository = fresh()
    repository.executable('.git/hooks/post-commit', 'echo theirs\n')
    repository.wingman('install')
    rmSync(join(repository.dir, '.git/hooks/post-commit'))
    repository.wingman('uninstall')
    expect(repository.read('.git/hooks/post-commit')).toBe('echo theirs\n')
    expect(repository.has('.git/hooks/post-commit.before-wingman')).toBe(false)
  })

  test('knows its hooks by their marks where the list of them is lost, and install does not take them for yours', () => {
    const repository = fresh()
    repository.executable('.git/hooks/pre-push', 'echo theirs\n')
    repository.wingman('install')
    rmSync(join(repository.dir, '.git/wingman'), { recursive: true })
    repository.wingman('install')
    repository.wingman('uninstall')
    expect(repository.read('.git/hooks/pre-push')).toBe('echo theirs\n')
    expect(repository.has('.git/hooks/post-commit')).toBe(false)

    repository.wingman('install')
    rmSync(join(repository.dir, '.git/wingman'), { recursive: true })
    repository.wingman('uninstall')
    expect(repository.read('.git/hooks/pre-push')).toBe('echo theirs\n')
    expect(repository.has('.git/hooks/post-commit')).toBe(false)
  })

  test('removes the hooks of a repository that was moved, and stubs of an older version', () => {
    const repository = fresh()
    repository.executable('.git/hooks/post-commit', '#!/bin/sh\n# wingman-hook 0 request: older\n')
    repository.wingman('install')
    expect(repository.read('.git/hooks/post-commit')).toContain('# wingman-hook 3 ')
    repository.run('mv', [repository.dir, `${repository.dir}-moved`], { cwd: '/' })
    const moved = `${repository.dir}-moved`
    const { stdout } = repository.run(process.execPath, [ENTRY, 'uninstall'], { cwd: moved })
    expect(stdout).toContain('removed .git/hooks/post-commit')
  })

  test('never takes a file out of .wingman that is not ours', () => {
    const repository = fresh()
    repository.write({ '.wingman/notes/a.md': 'mine', '.wingman/dismissed.yaml': '[]\n' })
    repository.wingman('install')
    repository.wingman('uninstall')
    expect(treeOf(join(repository.dir, '.wingman'))).toHaveProperty('notes/a.md')
    expect(treeOf(join(repository.dir, '.wingman'))).toHaveProperty('dismissed.yaml')
  })
})

describe('install in a prepare script', () => {
  const quietly = (repository: WingmanRepository, env: Record<string, string> = {}) => {
    const { status, stderr } = repository.wingmanWith({ env }, 'install')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  }

  test('is no failure where there is no repository, no git, or CI', () => {
    quietly(withWingman(temporaryRepository({ init: [] })))
    const repository = fresh()
    const before = treeOf(repository.dir)
    quietly(repository, { PATH: join(repository.dir, 'nowhere') })
    quietly(repository, { CI: 'true' })
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test('is refused, with nothing half done, where a hook was put over ours', () => {
    const repository = fresh()
    repository.executable('.git/hooks/pre-push', 'echo first\n')
    repository.wingman('install')
    repository.executable('.git/hooks/pre-push', 'echo second\n')
    const before = treeOf(repository.dir)
    const { status, stderr } = repository.wingman('install')
    expect(status).toBe(2)
    expect(stderr).toContain('an older hook is already kept')
    expect(treeOf(repository.dir)).toEqual(before)
  })
})

function fresh(init?: string[]): WingmanRepository {
  const repository = withWingman(temporaryRepository(init ? { init } : {}))
  repository.commit('start', { 'README.md': '# project\n' })
  return repository
}

function npmProject(scripts: Record<string, string>, { installed = true } = {}): WingmanRepository {
  const repository = fresh()
  repository.commit('npm', {
    'package.json': `${JSON.stringify({ name: 'p', scripts })}\n`,
    '.gitignore': 'node_modules\n',
  })
  if (installed) {
    mkdirSync(join(repository.dir, 'node_modules/git-wingman'), { recursive: true })
    writeFileSync(join(repository.dir, 'node_modules/git-wingman/package.json'), '{}')
  }
  return repository
}

const init = (
  repository: WingmanRepository,
  options: Parameters<WingmanRepository['wingmanWith']>[0] = {},
  ...args: string[]
) => repository.wingmanWith({ env: { PATH: pathWith() }, ...options }, 'init', ...args)
