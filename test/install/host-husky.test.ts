import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install, npmProject, runHusky } from '../support/husky-project.ts'
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

test('a linked worktree in which husky never ran: it is said, and install puts the runners there', () => {
  const repository = npmProject()
  runHusky(repository)
  install(repository)
  repository.commit('hooks')
  repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
  const side = wingmanAt(join(repository.dir, '../side'))
  expect(side.wingman('status').stdout).toContain('no hook runs at all. Type `npm install && npx husky`')
  repository.run('cp', ['-R', 'node_modules', '../side/node_modules'])
  expect(side.wingman('doctor').stdout).toContain('--fix: runs `npx husky`')
  expect(install(side)).toContain('ran npx husky')
  expect(side.wingman('status').stdout).toMatch(/^Hooks: post-commit, /m)
  expect(repository.read('.husky/pre-push')).toContain('# >>> wingman')
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
