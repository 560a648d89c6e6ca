import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { olderStub } from './older-stub.ts'
import { prek } from './real-tools.ts'
import { recordedRuntime } from './recorded-runtime.ts'
import type { TestRepository } from './repository.ts'
import { treeOf } from './tree.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, wingmanAt } from './wingman.ts'

const CONFIG = `# ours since 2019
repos:
  -   repo: local
      hooks:
      -   id: theirs
          name: theirs
          entry: sh -c 'echo "$PRE_COMMIT_REMOTE_NAME $PRE_COMMIT_REMOTE_BRANCH" >>../theirs; if [ -f ../fail ]; then exit 1; fi'
          language: system
          stages: [push]
          always_run: true
          pass_filenames: false
      -   id: theirs-after
          name: theirs-after
          entry: sh -c 'echo after >>../theirs'
          language: system
          stages: [post-commit, post-checkout]
          always_run: true
          pass_filenames: false

ci: {autofix_prs: false} # kept
`

/** pre-commit and prek do the same by the same files: what holds beside one holds beside the other. */
export function besideStubs(name: 'pre-commit' | 'prek', program: string): void {
  const isThere = spawnSync(program, ['--version']).status === 0
  const them = (repository: TestRepository, ...args: string[]) => {
    const finished = repository.run(program, args)
    expect(finished, finished.output).toMatchObject({ status: 0 })
    return finished
  }
  const theirInstall = (repository: TestRepository, ...args: string[]) =>
    them(repository, 'install', '-t', 'pre-push', '-t', 'post-commit', ...args)
  const theirs = (repository: TestRepository) =>
    repository.has('../theirs') ? repository.read('../theirs') : ''

  function project(config = CONFIG): WingmanRepository {
    const repository = repositoryWithRemote()
    repository.commit('start', { 'wingman.config.yaml': RULES_ONLY, '.pre-commit-config.yaml': config })
    repository.git('push', '-q', '-u', 'origin', 'main')
    return repository
  }
  const install = (repository: WingmanRepository, ...args: string[]) => {
    const finished = repository.wingman('install', ...args)
    expect(finished, finished.output).toMatchObject({ status: 0 })
    return finished
  }
  const both = (repository: WingmanRepository) => {
    theirInstall(repository)
    install(repository, '--host', name)
    return repository
  }
  const hooksOf = ({ dir }: TestRepository) => treeOf(join(dir, '.git/hooks'), { without: /\.sample$/ })

  describe.skipIf(!isThere)(`beside ${name}${isThere ? '' : ' (SKIPPED: not installed)'}`, () => {
    test('both orders of installation end in the same files', () => {
      const [first, second] = [project(), project()]
      theirInstall(first)
      expect(install(first).stdout).toContain('an entry that holds a push where our hook is missing')
      install(second)
      theirInstall(second)
      expect(second.wingman('status').stdout).toMatch(/^Hooks: post-commit, .*pre-push$/m)
      install(second, '--host', name)
      expect(hooksOf(second)).toEqual(hooksOf(first))
      expect(Object.keys(hooksOf(first)).sort()).toEqual([
        'post-checkout',
        'post-commit',
        'post-commit.legacy',
        'post-merge',
        'post-rewrite',
        'pre-push',
        'pre-push.legacy',
      ])
      expect(second.read('.pre-commit-config.yaml')).toBe(first.read('.pre-commit-config.yaml'))
      expect(install(first).stdout).toBe('Nothing to do: the hooks are in place.\n')
    })

    test('both run, with every ref and argument; either one holds a push', () => {
      const repository = both(project())
      let ours = recordedRuntime(repository)
      repository.commit('one', { 'a.txt': '1' })
      expect(ours.requests()).toBe(1)
      expect(theirs(repository)).toBe('after\n')
      const sha = repository.git('rev-parse', 'HEAD')
      const old = repository.git('rev-parse', 'HEAD~1')
      const push = repository.push('origin', 'HEAD:main', 'HEAD:refs/heads/side')
      expect(push, push.output).toMatchObject({ status: 0 })
      expect(ours.pushes().split('\n').slice(0, 1)).toEqual(['pre-push origin ../remote.git'])
      expect(ours.pushes()).toContain(`HEAD ${sha} refs/heads/main ${old}\n`)
      expect(ours.pushes()).toContain(`HEAD ${sha} refs/heads/side ${'0'.repeat(40)}\n`)
      expect(theirs(repository)).toMatch(/^after\norigin refs\/heads\/(main|side)\n$/)

      ours = recordedRuntime(repository, { holds: true })
      repository.git('commit', '-q', '--allow-empty', '-m', 'two')
      expect(repository.push('origin', 'main').status).toBe(1)
      ours = recordedRuntime(repository)
      repository.write({ '../fail': '' })
      expect(repository.push('origin', 'main').status).toBe(1)
      expect(ours.pushes()).not.toBe('')
      rmSync(join(repository.dir, '../fail'))
      expect(repository.push('origin', 'main').status).toBe(0)
    })

    test('a real review holds and lets go, from a linked worktree too', async () => {
      const repository = both(project())
      repository.commit('entry')
      repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
      const side = wingmanAt(join(repository.dir, '../side'))
      side.commit('bad', { 'a.js': 'debugger\n' })
      await side.reviewed()
      expect(side.push('origin', 'side')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('debugger-statement'),
      })
      side.commit('good', { 'a.js': 'export {}\n' })
      await side.reviewed()
      const push = side.push('origin', 'side')
      expect(push, push.output).toMatchObject({ status: 0 })
      await repository.reviewed()
    })

    test('they install again, twice: nothing moves', () => {
      const repository = both(project())
      const before = hooksOf(repository)
      theirInstall(repository)
      theirInstall(repository)
      expect(hooksOf(repository)).toEqual(before)
    })

    test('they install with -f, which deletes ours: the push is held, it is noticed, and install repairs it', () => {
      const repository = both(project())
      repository.git('add', '-A') // neither runs with a config that is not staged
      theirInstall(repository, '-f')
      expect(repository.has('.git/hooks/pre-push.legacy')).toBe(false)
      repository.git('commit', '-q', '--allow-empty', '-m', 'one')
      const held = repository.push('origin', 'main')
      expect(held.status).toBe(1)
      expect(held.output).toContain('wingman: not installed in this clone')
      expect(held.output).toContain('wingman install')
      expect(repository.run('git', ['push', 'origin', 'main'], { env: { WINGMAN: '0' } }).status).toBe(0)
      expect(repository.wingman('status').stdout).toContain('Hooks missing: post-commit, pre-push.')
      expect(repository.wingman('doctor').stdout).toContain('hooks: the pre-push hook is missing')
      install(repository)
      expect(repository.wingman('status').stdout).toMatch(/^Hooks: post-commit, /m)
    })

    test('in a clone without wingman their pre-push holds, and what CI runs passes', () => {
      const repository = both(project())
      repository.commit('entry')
      for (const file of ['pre-push.legacy', 'post-commit.legacy'])
        rmSync(join(repository.dir, '.git/hooks', file))
      expect(repository.push('origin', 'main').output).toContain('wingman: not installed in this clone')
      them(repository, 'run', '--all-files', '--hook-stage', name === 'prek' ? 'pre-push' : 'push')
    })

    test("somebody's older .legacy is kept, runs with the whole input, and comes back", () => {
      const repository = project()
      repository.executable('.git/hooks/pre-push', '#!/bin/sh\necho "$@" >../older\ncat >>../older\n')
      theirInstall(repository)
      const before = hooksOf(repository)
      expect(install(repository).stdout).toContain('your pre-push hook is kept as pre-push.before-wingman')
      recordedRuntime(repository)
      expect(repository.push('origin', 'HEAD:a', 'HEAD:b').status).toBe(0)
      expect(repository.read('../older')).toMatch(
        /^origin \.\.\/remote\.git\nHEAD .* refs\/heads\/a .*\nHEAD .* refs\/heads\/b .*\n$/,
      )
      theirInstall(repository)
      install(repository)
      repository.wingman('uninstall')
      expect(hooksOf(repository)).toEqual(before)
    })

    test('uninstall leaves their files as they were, whoever came first', () => {
      for (const oursFirst of [false, true]) {
        const repository = project()
        if (oursFirst) install(repository)
        theirInstall(repository)
        if (!oursFirst) install(repository)
        repository.wingman('uninstall')
        expect(Object.keys(hooksOf(repository)).sort(), `${oursFirst}`).toEqual(['post-commit', 'pre-push'])
        expect(repository.read('.pre-commit-config.yaml')).toBe(CONFIG)
        expect(repository.git('status', '--porcelain')).toBe('')
        expect(repository.push('origin', 'HEAD:x').status).toBe(0)
      }
    })

    test('uninstall takes only our lines out of a config that was edited since', () => {
      const repository = both(project())
      const edited = repository.read('.pre-commit-config.yaml').replace('2019', '2020')
      repository.write({ '.pre-commit-config.yaml': edited })
      expect(repository.wingman('uninstall').stdout).toContain('took our part out of .pre-commit-config.yaml')
      expect(repository.read('.pre-commit-config.yaml')).toBe(CONFIG.replace('2019', '2020'))
    })

    test('a stub of the first version, put over theirs: it moves, nothing loops, and all goes again', () => {
      const repository = project()
      theirInstall(repository)
      const before = hooksOf(repository)
      const hook = join(repository.dir, '.git/hooks/pre-push')
      cpSync(hook, `${hook}.before-wingman`)
      writeFileSync(hook, olderStub('gate'))
      install(repository)
      expect(repository.read('.git/hooks/pre-push')).toContain(`File generated by ${name}`)
      expect(repository.has('.git/hooks/pre-push.before-wingman')).toBe(false)
      const ours = recordedRuntime(repository)
      expect(repository.push('origin', 'HEAD:x').status).toBe(0)
      expect(ours.pushes().match(/^pre-push/gm)).toHaveLength(1)
      repository.wingman('uninstall')
      expect(hooksOf(repository)).toEqual(before)
    })

    test('chained by us and running us: neither starts the other twice, and install sorts it out', () => {
      const repository = both(project())
      const hook = join(repository.dir, '.git/hooks/pre-push')
      const stub = readFileSync(hook, 'utf8')
      // As after: ours over theirs by an older version, theirs installed again, and ours put over it once more.
      cpSync(hook, `${hook}.before-wingman`)
      cpSync(`${hook}.legacy`, hook)
      chmodSync(hook, 0o755)
      const ours = recordedRuntime(repository)
      const push = repository.push('origin', 'HEAD:x')
      expect(push, push.output).toMatchObject({ status: 0 })
      expect(ours.pushes().match(/^pre-push/gm)?.length).toBeLessThanOrEqual(2)
      install(repository)
      expect(readFileSync(hook, 'utf8')).toBe(stub)
      expect(repository.has('.git/hooks/pre-push.before-wingman')).toBe(false)
      const once = recordedRuntime(repository)
      expect(repository.push('origin', 'HEAD:y').status).toBe(0)
      expect(once.pushes().match(/^pre-push/gm)).toHaveLength(1)
    })

    test('a config that cannot be edited safely is refused untouched; --host git works beside them', () => {
      const repository = project('repos: [{repo: local, hooks: []}]\n')
      theirInstall(repository)
      const before = treeOf(repository.dir, { without: /^\.git\/(wingman|index)/ })
      const refused = repository.wingman('install')
      expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('- id: wingman') })
      expect(treeOf(repository.dir, { without: /^\.git\/(wingman|index)/ })).toEqual(before)
      install(repository, '--host', 'git')
      const ours = recordedRuntime(repository)
      expect(repository.push('origin', 'HEAD:x').status).toBe(0)
      expect(ours.pushes()).not.toBe('')
      expect(repository.git('status', '--porcelain')).toBe('')
    })

    test('a `prepare` script puts the hooks there and edits nothing that is tracked', () => {
      const repository = project()
      theirInstall(repository)
      repository.wingmanWith({ env: { npm_lifecycle_event: 'prepare' } }, 'install')
      expect(repository.git('status', '--porcelain')).toBe('')
      expect(repository.has('.git/hooks/pre-push.legacy')).toBe(true)
      expect(repository.wingman('doctor').stdout).toContain('our part of .pre-commit-config.yaml is missing')
    })

    test('a stub of theirs without its run bit is noticed and mended', () => {
      const repository = both(project())
      chmodSync(join(repository.dir, '.git/hooks/pre-push'), 0o644)
      expect(repository.wingman('status').stdout).toContain('chmod +x .git/hooks/pre-push')
      expect(repository.wingman('doctor', '--fix').status).toBe(0)
      expect(repository.wingman('status').stdout).not.toContain('chmod')
    })
  })
}

/** A folder with prek in it, for PATH. */
export function prekOnPath(folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'prek'), `#!/bin/sh\nexec '${prek()}' "$@"\n`, { mode: 0o755 })
  return folder
}
