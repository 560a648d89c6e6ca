import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE, pathWith } from '../support/fake-programs.ts'
import { type Finished, repositoryAt, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, withWingman } from '../support/wingman.ts'

// What people get: the tarball, installed from the file.
let tarball: string
beforeAll(() => {
  const stage = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-prepare-')))
  afterAll(() => rmSync(stage, { recursive: true, force: true }))
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', stage]
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: PACKAGE, encoding: 'utf8' }))
  tarball = join(stage, filename)
})

describe('the prepare script', () => {
  test('is added on request, sets up every clone with `npm ci`, and is taken back', () => {
    const repository = npmProject({})
    const before = repository.read('package.json')
    expect(repository.wingman('install').stdout).not.toContain('package.json')
    expect(repository.wingman('install', '--prepare', '--dry-run').stdout).toContain(
      'would write package.json',
    )
    expect(repository.wingman('install', '--prepare').stdout).toContain('wrote package.json')
    expect(repository.wingman('install', '--prepare').stdout).toContain('Nothing to do')
    expect(JSON.parse(repository.read('package.json')).scripts).toEqual({
      prepare: 'wingman install 2>/dev/null || exit 0',
    })
    const clone = cloneOf(repository)
    const { status, output } = npm(clone, 'ci')
    expect(status, output).toBe(0)
    expect(clone.read('.git/hooks/pre-push')).toContain('wingman-hook')
    const again = npm(clone, 'ci')
    expect(again.status).toBe(0)
    expect(again.output).not.toMatch(/wrote|Nothing to do|wingman:/)
    repository.wingman('uninstall')
    expect(repository.read('package.json')).toBe(before)
  })

  test('is harmless without dev dependencies, in CI, without git, outside a repository, and in a tarball', () => {
    const repository = npmProject({})
    repository.wingman('install', '--prepare')
    const places: Record<string, (clone: TestRepository) => Finished> = {
      'without dev dependencies': clone => npm(clone, 'ci', '--omit=dev'),
      'for production': clone => npmWith(clone, { NODE_ENV: 'production' }, 'ci'),
      'in CI': clone => npmWith(clone, { CI: 'true' }, 'ci'),
      'without git': clone => npmWith(clone, { PATH: pathWithoutGit() }, 'ci'),
      'outside a repository, as in an image': clone => {
        rmSync(join(clone.dir, '.git'), { recursive: true })
        return npm(clone, 'ci')
      },
    }
    for (const [name, install] of Object.entries(places)) {
      const clone = cloneOf(repository)
      const { status, output } = install(clone)
      expect(status, `${name}: ${output}`).toBe(0)
      expect(clone.has('.git/hooks/pre-push'), name).toBe(false)
      expect(output, name).not.toMatch(/bug of ours|wingman:|not found|hooks|git working tree/i)
      if (clone.has('.git')) expect(clone.git('status', '--porcelain'), name).toBe('')
    }
    const packed = npm(repository, 'pack', '--json')
    expect(packed.status, packed.output).toBe(0)
    const folder = temporaryFolder()
    const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))
    execFileSync('tar', ['-xzf', join(repository.dir, filename), '-C', folder])
    const unpacked = repositoryAt(join(folder, 'package'))
    const inside = npm(unpacked, 'install')
    expect(inside.status, inside.output).toBe(0)
    expect(JSON.parse(unpacked.read('package.json')).scripts.prepare).toContain('wingman install')
  })

  test('comes after one of theirs, whose failure still counts', () => {
    const repository = npmProject({ scripts: { prepare: 'echo built >built.log' } })
    const before = repository.read('package.json')
    repository.wingman('install', '--prepare')
    const clone = cloneOf(repository)
    expect(npm(clone, 'ci', '--omit=dev').status).toBe(0)
    expect(clone.read('built.log')).toBe('built\n')
    clone.write({ 'package.json': clone.read('package.json').replace('echo built >built.log', 'exit 3') })
    expect(npm(clone, 'ci', '--omit=dev').status).not.toBe(0)

    repository.write({
      'package.json': repository.read('package.json').replace('"private"', '"x": 1, "private"'),
    })
    repository.wingman('uninstall')
    expect(repository.read('package.json')).toBe(before.replace('"private"', '"x": 1, "private"'))
  })

  test('a clone that knows nothing of who added it can take it out as well', () => {
    const repository = npmProject({})
    const before = repository.read('package.json')
    repository.wingman('install', '--prepare')
    const clone = cloneOf(repository)
    expect(npm(clone, 'ci').status).toBe(0)
    clone.run(process.execPath, ['node_modules/git-wingman/dist/wingman.js', 'uninstall'])
    expect(clone.read('package.json')).toBe(before)
  })

  test('`init --prepare` keeps what the package manager has written meanwhile', () => {
    const repository = repositoryWithRemote()
    const text = '{\n    "name": "p",\n    "private": true\n}\n'
    repository.commit('start', { 'package.json': text, '.gitignore': 'node_modules\n' })
    // The registry has no version of ours yet: npm is told to take the tarball for it.
    const folder = join(temporaryFolder(), 'bin')
    const own = repositoryAt(dirname(folder))
    own.executable(
      'bin/npm',
      `#!/bin/sh\nPATH="\${PATH#*:}"\nexec npm install --silent --save-dev '${tarball}'\n`,
    )
    const { status, output } = repository.wingmanWith(
      { env: { PATH: `${folder}${delimiter}${process.env.PATH}` } },
      'init',
      '--yes',
      '--prepare',
    )
    expect(status, output).toBe(0)
    expect(JSON.parse(repository.read('package.json'))).toMatchObject({
      scripts: { prepare: 'wingman install 2>/dev/null || exit 0' },
      devDependencies: { 'git-wingman': expect.any(String) },
    })
    repository.wingman('uninstall')
    expect(repository.read('package.json')).toBe(text)
  })

  test.each([
    ['wingman install || exit 0', 'wingman install 2>/dev/null || exit 0', undefined],
    ['tsc && (wingman install || exit 0)', 'tsc && (wingman install 2>/dev/null || exit 0)', 'tsc'],
  ])('of an older version is renewed by install and taken back by uninstall: %s', (older, now, rest) => {
    for (const isRenewed of [true, false]) {
      const repository = repositoryWithRemote()
      repository.commit('start', {
        'package.json': `${JSON.stringify({ name: 'p', scripts: { prepare: older } }, null, 2)}\n`,
      })
      if (isRenewed) {
        repository.wingman('install')
        expect(JSON.parse(repository.read('package.json')).scripts.prepare).toBe(now)
      }
      repository.wingman('uninstall')
      expect(JSON.parse(repository.read('package.json')).scripts?.prepare).toBe(rest)
    }
  })

  test('by hand it says why nothing was installed', () => {
    const place = withWingman(repositoryAt(temporaryFolder()))
    expect(place.wingman('install').stdout).toContain('No git working tree here')
    expect(place.wingmanWith({ env: { CI: '1' } }, 'install').stdout).toContain('In CI no hooks')
    const quiet = { npm_lifecycle_event: 'prepare' }
    expect(place.wingmanWith({ env: quiet }, 'install').output).toBe('')
    expect(place.wingmanWith({ env: { ...quiet, CI: '1' } }, 'install').output).toBe('')
  })

  test('without a package.json it is refused, and nothing is written', () => {
    const repository = repositoryWithRemote()
    expect(repository.wingman('install', '--prepare')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no package.json'),
    })
    expect(repository.has('.git/hooks/pre-push')).toBe(false)
  })
})

function npmProject(more: object): WingmanRepository {
  const repository = repositoryWithRemote()
  repository.write({
    'package.json': `${JSON.stringify({ name: 'p', version: '1.0.0', private: true, ...more }, null, 2)}\n`,
    '.gitignore': 'node_modules\n*.log\n*.tgz\n',
    'wingman.config.yaml': RULES_ONLY,
  })
  const { status, output } = npm(repository, 'install', '--ignore-scripts', '--save-dev', tarball)
  expect(status, output).toBe(0)
  repository.commit('start')
  return repository
}

/** As somebody else gets it. */
function cloneOf(repository: WingmanRepository): TestRepository {
  repository.git('add', '-A')
  repository.git('commit', '-q', '--no-verify', '--allow-empty', '-m', 'as it is')
  const dir = join(temporaryFolder(), 'clone')
  repository.git('clone', '-q', '.', dir)
  return repositoryAt(dir)
}

const npm = (place: TestRepository, ...args: string[]) => npmWith(place, {}, ...args)

const npmWith = (place: TestRepository, env: Record<string, string>, ...args: string[]) =>
  place.run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], {
    env: { PATH: withoutOurs(process.env.PATH), ...env },
  })

/** The tests have a wingman on PATH, as for somebody who installed it for all repositories. */
const withoutOurs = (path = ''): string =>
  path
    .split(delimiter)
    .filter(folder => !existsSync(join(folder, 'wingman')))
    .join(delimiter)

/** With all that npm itself needs. */
function pathWithoutGit(): string {
  const folder = temporaryFolder()
  const needed = ['sh', 'node', 'npm', 'env', 'sed', 'dirname', 'uname', 'basename']
  for (const name of needed)
    execFileSync('sh', ['-c', `ln -s "$(command -v ${name})" '${folder}/${name}' || :`], {
      env: { ...process.env, PATH: pathWith() },
    })
  return folder
}
