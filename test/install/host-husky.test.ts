import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { install, npmProject, runHusky } from '../support/husky-project.ts'
import { protects } from '../support/installing.ts'
import { recordedRuntime } from '../support/recorded-runtime.ts'
import { treeOf } from '../support/tree.ts'
import { repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const all = ({ dir }: WingmanRepository) =>
  treeOf(dir, { without: /^node_modules|^\.git\/(wingman|index|logs|objects)/ })

/** Our own copy in node_modules would be started, and not the recorder. */
const recorded = (repository: WingmanRepository, options = {}) => {
  rmSync(join(repository.dir, 'node_modules/git-wingman/dist'), { recursive: true, force: true })
  return recordedRuntime(repository, options)
}

test('from nothing: husky is set up by its own API, the hooks run, and all of it goes again', () => {
  const repository = npmProject()
  const before = all(repository)
  expect(install(repository, '--host', 'husky')).toContain('ran npx husky')
  expect(repository.git('config', 'core.hooksPath')).toBe('.husky/_')
  expect(install(repository)).toBe('Nothing to do: the hooks are in place.\n')
  expect(repository.git('status', '--porcelain')).toBe('?? .husky/')
  repository.wingman('uninstall')
  expect(all(repository)).toEqual(before)
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('from nothing with --dry-run: says what would run, and does nothing', () => {
  const repository = npmProject()
  const before = all(repository)
  expect(install(repository, '--host', 'husky', '--dry-run')).toContain('would run npx husky')
  expect(all(repository)).toEqual(before)
})

test('in a clone of the team’s, husky is run and their tracked files stay', () => {
  const repository = npmProject()
  install(repository, '--host', 'husky')
  repository.commit('hooks')
  repository.git('push', '-q', '--no-verify', 'origin', 'HEAD')
  for (const modules of [true, false]) {
    const clone = wingmanAt(join(repository.dir, modules ? '../clone' : '../bare-clone'))
    repository.git('clone', '-q', '../remote.git', clone.dir)
    if (modules) symlinkSync(join(repository.dir, 'node_modules'), join(clone.dir, 'node_modules'))
    clone.wingman('install')
    expect(clone.git('status', '--porcelain', '--', '.husky'), `with husky: ${modules}`).toBe('')
    if (modules) expect(clone.git('config', 'core.hooksPath')).toBe('.husky/_')
  }
})

test('a hooksPath of before comes back', () => {
  const repository = npmProject()
  repository.git('config', 'core.hooksPath', '.githooks')
  install(repository, '--host', 'husky')
  repository.wingman('uninstall')
  expect(repository.git('config', 'core.hooksPath')).toBe('.githooks')
})

test('what the project put into .husky meanwhile keeps running', () => {
  const repository = npmProject()
  install(repository, '--host', 'husky')
  repository.write({ '.husky/pre-commit': 'npm test\n' })
  repository.wingman('uninstall')
  expect(repository.git('config', 'core.hooksPath')).toBe('.husky/_')
  expect(repository.git('status', '--porcelain', '-uall')).toBe('?? .husky/pre-commit')
})

test('without husky it says what to type, and nothing is written', () => {
  for (const repository of [npmProject({ husky: null }), repositoryWithRemote()]) {
    repository.write({ '.husky/pre-push': 'true\n' })
    const before = all(repository)
    expect(repository.wingman('install', '--host', 'husky')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm install --save-dev husky'),
    })
    expect(all(repository)).toEqual(before)
  }
})

test('both run under sh -e, with every ref and argument; either one holds; HUSKY=0 runs neither', () => {
  const repository = npmProject()
  runHusky(repository)
  repository.write({ '.husky/pre-push': 'echo "$@" >../theirs\ncat >>../theirs\ntest ! -f ../fail\n' })
  install(repository)
  let ours = recorded(repository)
  const push = repository.push('origin', 'HEAD:a', 'HEAD:b')
  expect(push, push.output).toMatchObject({ status: 0 })
  expect(ours.pushes()).toMatch(/^pre-push origin \.\.\/remote\.git\nHEAD .*\/a .*\nHEAD .*\/b .*\n$/)
  expect(repository.read('../theirs')).toBe(ours.pushes().replace(/^pre-push /, ''))
  repository.write({ '../fail': '' })
  expect(repository.push('origin', 'HEAD:c').status).toBe(1)
  rmSync(join(repository.dir, '../fail'))
  ours = recorded(repository, { holds: true })
  expect(repository.push('origin', 'HEAD:c').status).toBe(1)
  const off = repository.run('git', ['push', 'origin', 'HEAD:c'], { env: { HUSKY: '0' } })
  expect(off, off.output).toMatchObject({ status: 0 })
})

test('husky runs again after us, twice: nothing changes', () => {
  const repository = npmProject()
  runHusky(repository)
  repository.write({ '.husky/pre-commit': 'true\n' })
  install(repository)
  const before = all(repository)
  runHusky(repository)
  runHusky(repository)
  expect(all(repository)).toEqual(before)
  expect(install(repository)).toBe('Nothing to do: the hooks are in place.\n')
})

describe('a worktree that is added later', () => {
  function withSide(side = '../side'): [WingmanRepository, WingmanRepository] {
    const repository = npmProject()
    runHusky(repository)
    repository.executable('.husky/pre-commit', 'echo theirs >>../theirs\n')
    install(repository)
    repository.commit('hooks')
    repository.git('push', '-q', '--no-verify', 'origin', 'HEAD')
    repository.git('worktree', 'add', '-q', '-b', 'side', side)
    return [repository, wingmanAt(join(repository.dir, side))]
  }

  test('is protected without a step: a defect is found and held, its fix leaves', async () => {
    const [, side] = withSide('../si"de $x')
    expect(side.wingman('status').stdout).toMatch(/^Hooks: post-commit, /m)
    expect(side.wingman('doctor').stdout).not.toContain('✖ hooks')
    await protects(side)
  })

  test('without any wingman: the commit warns, the push is held with the remedy', () => {
    const [repository, side] = withSide()
    rmSync(join(repository.dir, 'node_modules'), { recursive: true })
    repository.write({ '.git/wingman/runtime': '/gone/node\n/gone/dist/hook.js\n' })
    side.write({ a: 'a' })
    side.git('add', '-A')
    expect(side.tryGit('commit', '-m', 'one').output).toContain('wingman: not found here')
    expect(side.push('origin', 'HEAD')).toMatchObject({
      status: 1,
      output: expect.stringContaining('Install it (npm install)'),
    })
  })

  test('runs what husky has, once, from when husky was run in it; also if that set the path anew', () => {
    const [repository, side] = withSide()
    const before = repository.read('../theirs')
    side.commit('without husky')
    expect(repository.read('../theirs')).toBe(before)
    repository.run('cp', ['-R', 'node_modules', '../side/node_modules'])
    runHusky(side)
    expect(install(side)).toBe('Nothing to do: the hooks are in place.\n')
    rmSync(join(side.dir, 'node_modules/git-wingman/dist'), { recursive: true })
    const ours = recorded(repository)
    side.commit('with husky')
    expect(repository.read('../theirs')).toBe(`${before}theirs\n`)
    expect(side.push('origin', 'HEAD').status).toBe(0)
    expect(ours.pushes().match(/^pre-push/gm)).toHaveLength(1)
  })

  test('loses our hooks with `uninstall`, which leaves every byte as it was', () => {
    const repository = npmProject()
    runHusky(repository)
    const before = all(repository)
    install(repository)
    repository.wingman('uninstall')
    expect(all(repository)).toEqual(before)
    expect(repository.has('.git/wingman/worktrees')).toBe(false)
  })

  test('has them for as long as husky leads git, whoever is the host, and no longer', () => {
    const repository = npmProject()
    install(repository, '--host', 'husky')
    install(repository, '--host', 'git')
    expect(repository.git('config', '--get-regexp', 'includeif')).not.toBe('')
    repository.git('config', '--unset', 'core.hooksPath')
    install(repository)
    expect(repository.tryGit('config', '--get-regexp', 'includeif').stdout).toBe('')
    expect(repository.has('.git/wingman/worktrees')).toBe(false)
  })

  test('of an older wingman, or after a move: `status` and `doctor` say that it has none, and install sees to it', () => {
    const [repository, side] = withSide()
    repository.git('config', '--unset', 'includeIf.gitdir:./worktrees/.path')
    expect(repository.wingman('status').stdout).toContain('a worktree that is added would have no hooks')
    expect(side.wingman('status').stdout).toContain('no hook runs at all')
    expect(repository.wingman('doctor', '--fix').stdout).toContain('✔ mended')
    expect(side.wingman('status').stdout).toMatch(/^Hooks: post-commit, /m)
    repository.git(
      'config',
      '--file',
      '.git/wingman/worktrees/config',
      'core.hooksPath',
      '/gone/.git/wingman/worktrees',
    )
    expect(repository.wingman('status').stdout).toContain('a worktree that is added would have no hooks')
    install(side)
    expect(repository.wingman('status').stdout).toMatch(/^Hooks: post-commit, /m)
  })
})

test('on a branch from before wingman its hooks are missing, and nobody has overwritten them', () => {
  const repository = npmProject()
  runHusky(repository)
  repository.commit('theirs', { '.husky/pre-push': 'true\n' })
  repository.git('branch', 'before')
  install(repository)
  repository.commit('ours')
  repository.git('checkout', '-q', 'before')
  const { stdout } = repository.wingman('status')
  expect(stdout).toMatch(/^Hooks missing: .*pre-push/m)
  expect(stdout).not.toContain('overwritten')
  repository.write({ '.husky/pre-push': 'false\n' })
  expect(repository.wingman('status').stdout).toMatch(/overwritten by somebody: pre-push/)
})

test('husky 8: its hooks folder is a tracked one, ours runs once and after its first line', () => {
  const repository = npmProject({ husky: 'husky-8' })
  runHusky(repository, 'install')
  expect(repository.git('config', 'core.hooksPath')).toBe('.husky')
  runHusky(repository, 'add', '.husky/pre-push', 'echo "$@" >../theirs && cat >>../theirs')
  repository.git('add', '-A')
  const before = all(repository)
  install(repository)
  expect(repository.read('.husky/pre-push')).toMatch(/husky\.sh"\n# >>> wingman/)
  const ours = recorded(repository)
  const push = repository.push('origin', 'HEAD:a', 'HEAD:b')
  expect(push, push.output).toMatchObject({ status: 0 })
  expect(ours.pushes()).toMatch(/^pre-push origin \.\.\/remote\.git\nHEAD .*\/a .*\nHEAD .*\/b .*\n$/)
  expect(repository.read('../theirs')).toBe(ours.pushes().replace(/^pre-push /, ''))
  repository.git('commit', '-q', '--allow-empty', '-m', 'one')
  expect(ours.requests()).toBe(1)
  repository.wingman('uninstall')
  expect({ ...all(repository), '.git/COMMIT_EDITMSG': '' }).toMatchObject(
    Object.fromEntries(Object.entries(before).filter(([name]) => name.startsWith('.husky'))),
  )
  expect(repository.git('status', '--porcelain')).toBe('')
})
