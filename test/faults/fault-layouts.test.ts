import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, pushes } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'
import { isRunning, slowReview, until } from './shim/slow-review.ts'

/** Where a repository can keep itself. Each answers a repository with a remote `origin` and nothing in it of ours. */
const LAYOUTS: Record<string, () => WingmanRepository> = {
  'a plain repository': () => repositoryWithRemote(),
  'a SHA-256 repository': () =>
    repositoryWithRemote({
      init: ['init', '-q', '-b', 'main', '--object-format=sha256'],
      remoteInit: ['--object-format=sha256'],
    }),
  'a repository with --separate-git-dir': () =>
    repositoryWithRemote({ init: ['init', '-q', '-b', 'main', '--separate-git-dir', '../elsewhere.git'] }),
  'a linked worktree': () => {
    const main = repositoryWithRemote()
    main.commit('root', { 'README.md': '# main\n' })
    main.git('worktree', 'add', '-q', '-b', 'side', '../side')
    return wingmanAt(join(main.dir, '..', 'side'))
  },
  'a submodule': () => {
    const library = repositoryWithRemote({ name: 'library' })
    library.commit('root', { 'README.md': '# library\n' })
    library.git('push', '-q', 'origin', 'main')
    const outer = temporaryRepository()
    const remote = join(library.dir, '..', 'remote.git')
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', remote, 'inner')
    return wingmanAt(join(outer.dir, 'inner'))
  },
}

for (const [layout, make] of Object.entries(LAYOUTS)) {
  test(`${layout}: a worker killed in the middle is made up for, a defect is held, what is mended leaves`, async () => {
    const slow = slowReview()
    const repository = make()
    repository.commit('start', { 'wingman.config.yaml': slow.config })
    repository.git('push', '-q', '-u', 'origin', 'HEAD')
    expect(repository.wingman('install')).toMatchObject({ status: 0, stderr: '' })

    const defective = repository.commit('work', { 'a.js': DEFECT })
    await slow.hasBegun()
    const worker: number = JSON.parse(repository.wingman('status', '--json').stdout).running.pid
    process.kill(worker, 'SIGKILL')
    await until(() => !isRunning(worker))
    slow.end()

    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.output).toContain('a.js')
    expect(repository.lastReview()).toMatchObject({
      verdict: 'needs-revision',
      snapshot: { commit: defective },
    })

    const mended = await commitReviewed(repository, { 'a.js': CLEAN })
    pushes(repository)
    expect(repository.git('rev-parse', '@{upstream}')).toBe(mended)
    expect(repository.tryGit('fsck', '--no-dangling')).toMatchObject({ status: 0, output: '' })
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test(`${layout}: uncommitted work is reviewed, and stays as it was`, () => {
    const slow = slowReview()
    slow.end()
    const repository = make()
    repository.commit('start', { 'wingman.config.yaml': slow.config })
    repository.write({ 'a.js': DEFECT, 'b.js': CLEAN })
    repository.git('add', 'b.js')
    const before = stateOf(repository)
    const reviewed = repository.wingman('run', 'review')
    expect(reviewed.status, reviewed.output).toBe(1)
    expect(stateOf(repository)).toEqual(before)
  })
}

const stateOf = ({ git }: WingmanRepository) => [
  git('status', '--porcelain'),
  git('ls-files', '-s'),
  git('rev-parse', 'HEAD'),
  git('reflog'),
]
