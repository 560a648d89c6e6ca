import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathWith } from '../support/fake-programs.ts'
import { CLEAN, DEFECT } from '../support/gate-scenes.ts'
import { HOOKS, hooksIn, protects } from '../support/installing.ts'
import { npm, packInto } from '../support/packed.ts'
import { type Finished, repositoryAt, temporaryRepository } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

/** As README tells teams to write it. */
const PREPARE = 'wingman install || exit 0'
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund']

// Packed and installed once; every project is a copy.
let stage: string
beforeAll(() => {
  stage = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-npm-')))
  const { tarball } = packInto(stage)
  const made = join(stage, 'project')
  mkdirSync(made)
  const project = repositoryAt(made)
  project.write({
    'package.json': `${JSON.stringify({ name: 'p', private: true, scripts: { prepare: PREPARE } })}\n`,
    '.gitignore': 'node_modules\n',
    'wingman.config.ts':
      "import { defineConfig } from 'git-wingman'\nexport default defineConfig({ loops: { basics: { reviewers: ['rules'] } }, gates: { ship: { requires: ['basics'] } } })\n",
  })
  npm(['install', ...QUIETLY, '--save-dev', tarball], made)
})
afterAll(() => rmSync(stage, { recursive: true, force: true }))

test('case 4: where there is no repository, init fails clearly, and a `prepare` script passes', () => {
  const folder = wingmanAt(temporaryRepository({ init: [] }).dir)
  copyOf(folder.dir)
  const before = treeOf(folder.dir)
  expect(folder.wingman('init')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not inside a git working tree'),
  })
  const prepared = run(folder, 'npm', 'run', '-s', 'prepare')
  expect(prepared).toMatchObject({ status: 0, stdout: '' })
  expect(prepared.stderr).not.toContain('wingman')
  expect(run(folder, 'npm', 'ci', ...QUIETLY).status).toBe(0)
  expect(treeOf(folder.dir, { without: /^node_modules$/ })).toEqual(
    Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith('node_modules/'))),
  )
})

test('case 4: in a clone, `npm ci` puts the hooks in place, and says nothing the next time', async () => {
  const repository = project()
  expect(run(repository, 'npm', 'ci', ...QUIETLY).status).toBe(0)
  expect(hooksIn(repository)).toMatchObject({ installed: HOOKS })
  expect(run(repository, 'npm', 'run', '-s', 'prepare')).toMatchObject({ status: 0, output: '' })
  await protects(repository)
})

test('case 7: a worktree that is added later, without node_modules, is protected through the main one', async () => {
  const repository = project()
  expect(run(repository, 'npm', 'run', 'prepare').status).toBe(0)
  await protects(later(repository))
})

test('case 7: where wingman is found nowhere, a commit in such a worktree warns, and its push is held with the reason', () => {
  const repository = project()
  run(repository, 'npm', 'run', 'prepare')
  const side = later(repository)
  rmSync(join(repository.dir, 'node_modules'), { recursive: true })
  withoutWingman(side)
})

test('case 24: the package is removed and our hooks remain: a commit passes, a push names the remedy, which works', async () => {
  const repository = project()
  run(repository, 'npm', 'run', 'prepare')
  run(repository, 'npm', 'pkg', 'delete', 'scripts.prepare')
  const lock = repository.read('package-lock.json')
  const manifest = repository.read('package.json')
  expect(run(repository, 'npm', 'uninstall', ...QUIETLY, 'git-wingman').status).toBe(0)
  expect(repository.has('node_modules/git-wingman')).toBe(false)
  withoutWingman(repository)
  repository.write({ 'package.json': manifest, 'package-lock.json': lock })
  expect(run(repository, 'npm', 'install', ...QUIETLY).status).toBe(0)
  await protects(repository)
})

test('case 25: `npm ci --omit=dev` passes, and installs no hooks', () => {
  const repository = project()
  // Without the wingman that somebody may have for all their repositories.
  const env = { PATH: pathWith() }
  const installed = repository.run('npm', ['ci', '--omit=dev', ...QUIETLY], { env })
  expect(installed, installed.output).toMatchObject({ status: 0 })
  expect(repository.has('node_modules/git-wingman')).toBe(false)
  expect(repository.has('.git/hooks/pre-push')).toBe(false)
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('case 25: a production image has neither git nor a repository: `npm ci` passes there too', () => {
  const folder = temporaryRepository({ init: [] })
  copyOf(folder.dir)
  for (const more of [[], ['--omit=dev']]) {
    const env = { PATH: withoutGit(folder.dir), NODE_ENV: more.length > 0 ? 'production' : undefined }
    const installed = folder.run('npm', ['ci', ...QUIETLY, ...more], { env })
    expect(installed, installed.output).toMatchObject({ status: 0 })
  }
})

test('case 26: in CI nothing is installed, unless it is forced', () => {
  const repository = project()
  const before = treeOf(repository.dir, { without: /^node_modules$/ })
  const env = { CI: 'true' }
  const installed = repository.run('npm', ['ci', ...QUIETLY], { env })
  expect(installed, installed.output).toMatchObject({ status: 0 })
  expect(treeOf(repository.dir, { without: /^node_modules$/ })).toEqual(before)
  const bin = join(repository.dir, 'node_modules/.bin/wingman')
  expect(repository.run(bin, ['install'], { env }).stdout).toBe(
    'In CI no hooks are installed (use --force to do it anyway).\n',
  )
  expect(treeOf(repository.dir, { without: /^node_modules$/ })).toEqual(before)
  expect(repository.run(bin, ['install', '--force'], { env }).status).toBe(0)
  expect(hooksIn(repository)).toMatchObject({ installed: HOOKS })
})

function copyOf(dir: string): void {
  cpSync(join(stage, 'project'), dir, { recursive: true, verbatimSymlinks: true })
}

function project(): WingmanRepository {
  const repository = repositoryWithRemote()
  copyOf(repository.dir)
  repository.commit('start')
  repository.git('push', '-q', '-u', 'origin', 'main')
  return repository
}

function later(repository: WingmanRepository): WingmanRepository {
  repository.git('worktree', 'add', '-q', '-b', 'later', '../later')
  const side = wingmanAt(join(repository.dir, '../later'))
  expect(side.has('node_modules')).toBe(false)
  return side
}

function withoutWingman(repository: WingmanRepository): void {
  repository.write({ 'b.js': DEFECT })
  repository.git('add', '-A')
  const commit = repository.tryGit('commit', '-q', '-m', 'not reviewed')
  expect(commit.status).toBe(0)
  expect(commit.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^wingman: not found here.*\(npm install\).*npx wingman run review$/),
  ])
  const push = repository.push('origin', 'HEAD')
  expect(push.status).toBe(1)
  expect(push.stderr).toMatch(
    /wingman: not found here, so this push could not be checked and is held\.\n.*npm install.*WINGMAN=0 git push/,
  )
  repository.write({ 'b.js': CLEAN })
  repository.run('git', ['commit', '-q', '-a', '-m', 'mended'])
}

const run = (repository: { run: WingmanRepository['run'] }, command: string, ...args: string[]): Finished =>
  repository.run(command, args)

/** Node, npm and sh, and no git. */
function withoutGit(dir: string): string {
  const bin = join(dir, '../bin')
  mkdirSync(bin, { recursive: true })
  for (const name of ['node', 'npm', 'sh', 'env']) {
    const [found = ''] = pathWith()
      .split(':')
      .map(folder => join(folder, name))
      .filter(existsSync)
    if (!existsSync(join(bin, name))) symlinkSync(realpathSync(found), join(bin, name))
  }
  return bin
}
