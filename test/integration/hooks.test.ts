import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PACKAGE } from '../support/fake-programs.ts'
import { bareCloneOf, linked, remoteFor, started, submoduleOf } from '../support/hook-places.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { HAS_REFTABLE, REFTABLE, UNLESS_REFTABLE } from '../support/reftable.ts'
import { type TestRepository, temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, reviewedRepository } from '../support/wingman.ts'

const request = (sha: string, ref: string, agent = '-') =>
  `wingman-request 1\npost-commit ${sha} ${ref} ${agent}\nend\n`

function otherName(repository: TestRepository): void {
  repository.git('symbolic-ref', 'refs/heads/master', 'refs/heads/main')
  repository.git('switch', '-q', 'master')
}

describe('a commit leaves its request', () => {
  const layouts: Record<string, () => TestRepository> = {
    'a plain repository': () => started(),
    'packed refs': () => having(started(), repository => repository.git('pack-refs', '--all')),
    'a linked worktree': () => linked(started()),
    'a worktree of a bare repository': () => linked(bareCloneOf(started())),
    'a submodule': () => submoduleOf(started()),
    'a branch with a slash': () =>
      having(started(), repository => repository.git('checkout', '-q', '-b', 'feat/ü')),
    'a branch that is another name for one': () => having(started(), otherName),
  }
  test.each(Object.entries(layouts))('in %s', async (_, make) => {
    const repository = make()
    const hooks = recordedHooks(repository)
    const sha = repository.commit('one', { 'a.txt': '1' })
    expect(hooks.requests()).toEqual([request(sha, repository.git('symbolic-ref', 'HEAD'))])
    expect(await hooks.calls(1)).toEqual([{ args: 'worker', stdin: '', cwd: repository.dir }])
  })

  test.each([
    ['dash', []],
    ['busybox', ['sh']],
  ])(`run by %s, on a branch that is another name for one`, (shell, words) => {
    const repository = having(started(), otherName)
    const hooks = recordedHooks(repository)
    const hook = ['.git/hooks/post-commit']
    expect(repository.run(shell, [...words, ...hook], { env: { GIT_DIR: '.git' } }).status).toBe(0)
    expect(hooks.requests()).toEqual([request(repository.git('rev-parse', 'HEAD'), 'refs/heads/main')])
  })

  test.skipIf(!HAS_REFTABLE)(`with refs in a reftable${UNLESS_REFTABLE}`, () => {
    const repository = started(REFTABLE)
    const hooks = recordedHooks(repository)
    const sha = repository.commit('one', { 'a.txt': '1' })
    expect(hooks.requests()).toEqual([request(sha, 'refs/heads/main')])
  })

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
  test('leave no request in a child of ours, and hold its push all the same', () => {
    const repository = remoteFor(started())
    const hooks = recordedHooks(repository, { exitCode: 1 })
    const env = { WINGMAN_CHILD: '1' }
    repository.run('git', ['commit', '-q', '--allow-empty', '-m', 'one'], { env })
    expect(hooks.requests()).toEqual([])
    expect(repository.run('git', ['push', '-q', 'origin', 'main'], { env }).status).toBe(1)
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

describe('the worker', () => {
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
})

function having(repository: TestRepository, action: (repository: TestRepository) => unknown): TestRepository {
  action(repository)
  return repository
}

const programAt = (name: string): string =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
