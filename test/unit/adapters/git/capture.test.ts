import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workNow } from '../../../../src/adapters/git/capture.ts'
import { requireRepository } from '../../../../src/adapters/git/locate.ts'
import { withOwnIndex } from '../../../../src/adapters/git/own-index.ts'
import { captureIn, doorTo, entriesOf, ghostOf, ghostRefNames } from '../../../support/capturing.ts'
import { everything } from '../../../support/everything.ts'
import { PLACES } from '../../../support/places.ts'
import { repositoryAt, type TestRepository, temporaryRepository } from '../../../support/repository.ts'

function begun(): TestRepository {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n', 'gone.txt': 'x\n', '.gitignore': 'ignored\n' })
  repository.write({ 'a.txt': 'staged\n' })
  repository.git('add', 'a.txt')
  repository.git('rm', '-q', '--cached', 'gone.txt')
  repository.write({ 'a.txt': 'dirty\n', 'new.txt': 'new\n', ignored: 'secret\n' })
  return repository
}

test('uncommitted work becomes a commit, and what is ignored stays out', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  expect(ghost.files).toBe(2)
  expect(entriesOf(repository, ghost.commit)).toEqual([
    '100644 .gitignore',
    '100644 a.txt',
    '100644 gone.txt',
    '100644 new.txt',
  ])
  expect(repository.git('show', `${ghost.commit}:a.txt`)).toBe('dirty')
})

test('what is staged is taken as it is staged', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'staged')
  expect(entriesOf(repository, ghost.commit)).toEqual(['100644 .gitignore', '100644 a.txt'])
  expect(repository.git('show', `${ghost.commit}:a.txt`)).toBe('staged')
})

test('with nothing to capture there is no ghost, and before the first commit there may be one', async () => {
  const repository = temporaryRepository()
  expect(await captureIn(repository, 'dirty')).toBeNull()
  repository.write({ 'a.txt': 'a\n' })
  expect(await captureIn(repository, 'dirty')).toMatchObject({ files: 1 })
  repository.commit('one')
  expect(await captureIn(repository, 'dirty')).toBeNull()
})

/** One of everything that a file can become. */
function work(repository: TestRepository): void {
  const { dir } = repository
  repository.write({ 'both.txt': 'staged\n', 'added.txt': 'added\n' })
  repository.git('add', 'both.txt', 'added.txt')
  repository.write({ 'both.txt': 'and dirty\n', 'meant.txt': 'to be added\n' })
  repository.git('add', '--intent-to-add', 'meant.txt')
  repository.write({ 'loose.txt': 'untracked\n', 'deep/er/loose.txt': 'untracked\n', ignored: 'secret\n' })
  repository.write({ 'a  b\n"c"': 'odd\n', '-n': 'odd\n', ':(glob)*': 'odd\n', 'caf\u00e9/\u202e': 'odd\n' })
  chmodSync(join(dir, 'mode.sh'), 0o755)
  unlinkSync(join(dir, 'deleted.txt'))
  unlinkSync(join(dir, 'retyped'))
  symlinkSync('loose.txt', join(dir, 'retyped'))
  symlinkSync('/nowhere/at/all', join(dir, 'dangling'))
  rmSync(join(dir, 'folder'), { recursive: true })
  repository.write({ folder: 'a file now\n' })
}

const FIRST = {
  '.gitignore': 'ignored\n',
  'both.txt': 'x\n',
  'mode.sh': 'x\n',
  'deleted.txt': 'x\n',
  retyped: 'x\n',
  'folder/inside.txt': 'x\n',
}

const WORKED = [
  '100644 -n',
  '100644 .gitignore',
  '100644 :(glob)*',
  '100644 a  b\n"c"',
  '100644 added.txt',
  '100644 both.txt',
  '100644 caf\u00e9/\u202e',
  '120000 dangling',
  '100644 deep/er/loose.txt',
  '100644 folder',
  '100644 loose.txt',
  '100644 meant.txt',
  '100755 mode.sh',
  '120000 retyped',
]

describe.each(Object.entries(PLACES))('in %s', (_, place) => {
  test('a ghost holds every kind of work, and nobody sees that it was made', async () => {
    const repository = place()
    const others = repository.git('ls-files', '-z').split('\0').filter(Boolean)
    repository.commit('first', FIRST)
    repository.write({ 'both.txt': 'put away\n' })
    repository.git('stash', '-q')
    work(repository)
    const before = everything(repository)
    const dirty = await ghostOf(repository, 'dirty')
    const staged = await ghostOf(repository, 'staged')
    expect(everything(repository)).toEqual(before)
    const entries = entriesOf(repository, dirty.commit).filter(entry => !others.includes(entry.slice(7)))
    expect(entries.sort()).toEqual([...WORKED].sort())
    expect(repository.git('show', `${dirty.commit}:both.txt`)).toBe('and dirty')
    expect(repository.git('show', `${staged.commit}:both.txt`)).toBe('staged')
    expect(entriesOf(repository, staged.commit)).not.toContain('100644 meant.txt')
    expect(repository.git('rev-parse', `${dirty.commit}^`)).toBe(repository.git('rev-parse', 'HEAD'))
  })
})

describe('whatever HEAD is at', () => {
  const first = (repository: TestRepository) => {
    repository.commit('first')
    repository.write({ 'both.txt': 'put away\n' })
    repository.git('stash', '-q')
  }
  const conflict = (repository: TestRepository) => {
    repository.commit('one', { 'a.txt': 'one\n' })
    repository.git('switch', '-q', '-c', 'other')
    repository.commit('theirs', { 'a.txt': 'theirs\n' })
    repository.git('switch', '-q', 'main')
    repository.commit('ours', { 'a.txt': 'ours\n' })
  }
  const inConflict = (...command: string[]) => ({
    more: ['100644 a.txt'],
    reach(repository: TestRepository) {
      first(repository)
      conflict(repository)
      expect(repository.tryGit(...command).output).toContain('CONFLICT')
    },
  })
  const STATES: Record<string, { reach(repository: TestRepository): void; more?: string[] }> = {
    'an unborn branch': { reach: repository => repository.git('add', '-A') },
    'a detached HEAD': {
      reach(repository) {
        first(repository)
        repository.git('switch', '-q', '--detach')
      },
    },
    'the middle of a merge': inConflict('merge', 'other'),
    'the middle of a rebase': inConflict('rebase', 'other'),
    'the middle of a cherry-pick': inConflict('cherry-pick', 'other'),
  }
  test.each(Object.entries(STATES))(
    'every kind of work is captured at %s, and nobody sees it',
    async (_, { reach, more = [] }) => {
      const repository = temporaryRepository()
      const submodule = withSubmodule(repository)
      repository.write(FIRST)
      reach(repository)
      work(repository)
      const tip = submodule.commit('moved', { 'b.txt': 'b\n' })
      submodule.write({ 'a.txt': 'dirty\n', 'loose.txt': 'untracked\n' })
      const before = everything(repository)
      const ghost = await ghostOf(repository, 'dirty')
      expect(everything(repository)).toEqual(before)
      expect(entriesOf(repository, ghost.commit).sort()).toEqual(
        [...WORKED, ...more, '100644 .gitmodules', '160000 sub'].sort(),
      )
      expect(repository.git('show', `${ghost.commit}:both.txt`)).toBe('and dirty')
      expect(repository.git('rev-parse', `${ghost.commit}:sub`)).toBe(tip)
    },
  )

  test('what is staged is captured on an unborn branch too, and nobody sees it', async () => {
    const repository = temporaryRepository()
    repository.write(FIRST)
    repository.git('add', '-A')
    work(repository)
    const before = everything(repository)
    const ghost = await ghostOf(repository, 'staged')
    expect(everything(repository)).toEqual(before)
    expect(entriesOf(repository, ghost.commit)).toEqual(
      [...Object.keys(FIRST), 'added.txt'].sort().map(path => `100644 ${path}`),
    )
    expect(repository.git('show', `${ghost.commit}:both.txt`)).toBe('staged')
  })

  test('a file in conflict is captured as it is on disk; staged, it is no tree, and we say so', async () => {
    const repository = temporaryRepository()
    conflict(repository)
    repository.tryGit('merge', 'other')
    const ghost = await ghostOf(repository, 'dirty')
    expect(repository.git('show', `${ghost.commit}:a.txt`)).toContain('<<<<<<<')
    await expect(captureIn(repository, 'staged')).rejects.toMatchObject({
      code: 'E_UNMERGED',
      message: expect.stringContaining('a.txt is in conflict'),
    })
  })
})

test('a submodule is captured by its commit, and a repository that is none is left out and named', async () => {
  const repository = temporaryRepository()
  const submodule = withSubmodule(repository)
  repository.commit('with a submodule', { 'a.txt': 'a\n' })
  const tip = submodule.commit('moved', { 'b.txt': 'b\n' })
  repository.write({ 'a.txt': 'b\n' })
  repository.git('init', '-q', 'empty [one]')
  repository.git('init', '-q', 'deep/full')
  repositoryAt(join(repository.dir, 'deep/full')).commit('its own', { 'c.txt': 'c\n' })
  repository.git('worktree', 'add', '-q', '--detach', 'trees/one')

  const before = everything(repository)
  const ghost = await ghostOf(repository, 'dirty')
  expect(everything(repository)).toEqual(before)
  expect(ghost.leftOut).toEqual(['deep/full', 'empty [one]', 'trees/one'])
  expect(entriesOf(repository, ghost.commit)).toEqual(['100644 .gitmodules', '100644 a.txt', '160000 sub'])
  expect(repository.git('rev-parse', `${ghost.commit}:sub`)).toBe(tip)
  expect(repository.git('show', `${ghost.commit}:a.txt`)).toBe('b')
  const work = await workNow(doorTo(repository), requireRepository(repository.dir))
  expect(work.tree).toBe(ghost.tree)
  expect(everything(repository)).toEqual(before)
})

/** With a submodule at `sub`, not yet committed; answers that. */
function withSubmodule(repository: TestRepository): TestRepository {
  repository.git('init', '-q', '../module')
  const module = repositoryAt(join(repository.dir, '..', 'module'))
  module.commit('begin', { 'a.txt': 'a\n' })
  repository.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', module.dir, 'sub')
  return repositoryAt(join(repository.dir, 'sub'))
}

test('a change in the moment in which git looked is not missed', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'old\n' })
  // The same size, and all three of the same time: only the time of the index tells that git may have looked too early.
  const then = new Date('2026-01-01T00:00:00Z')
  const file = join(repository.dir, 'a.txt')
  utimesSync(file, then, then)
  repository.git('update-index', '--refresh')
  execFileSync('touch', ['-d', '2026-01-01T00:00:00Z', join(repository.dir, '.git', 'index')])
  writeFileSync(file, 'new\n')
  utimesSync(file, then, then)
  // What git itself goes by, beside time and size, is when the inode changed: it is told not to.
  repository.git('config', 'core.trustctime', 'false')
  const ghost = await ghostOf(repository, 'dirty')
  expect(repository.git('show', `${ghost.commit}:a.txt`)).toBe('new')
})

test('settings of the person that would stop or change `git add` do not', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.git('config', 'core.autocrlf', 'true')
  repository.git('config', 'core.safecrlf', 'true')
  repository.git('config', 'core.splitIndex', 'true')
  repository.git('config', 'core.logAllRefUpdates', 'always')
  repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1')
  repository.git('config', 'commit.gpgSign', 'true')
  repository.git('update-index', '--split-index')
  repository.write({ 'mixed.txt': 'a\r\nb\n' })
  const before = everything(repository)
  expect(await ghostOf(repository, 'dirty')).toMatchObject({ files: 1 })
  expect(everything(repository)).toEqual(before)
})

test('outside of a sparse checkout too, work is work', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' })
  repository.git('sparse-checkout', 'set', 'in')
  repository.write({ 'out/new.txt': 'new\n', 'in/a.txt': 'changed\n' })
  const ghost = await ghostOf(repository, 'dirty')
  expect(entriesOf(repository, ghost.commit)).toEqual([
    '100644 in/a.txt',
    '100644 out/b.txt',
    '100644 out/new.txt',
  ])
})

test('a file that cannot be read is an error, and no index of ours is left behind', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  unlinkSync(join(repository.dir, 'a.txt'))
  repository.run('sh', ['-c', 'mkfifo a.txt'])
  await expect(captureIn(repository, 'dirty')).rejects.toMatchObject({ code: 'E_GIT' })
  expect(readdirSync(join(repository.dir, '.git', 'wingman'))).toEqual([])
  expect(ghostRefNames(repository)).toEqual([])
})

test('what a killed capture left behind is swept away, and what a living one uses is not', async () => {
  const repository = begun()
  const folder = join(repository.dir, '.git', 'wingman')
  const names = await withOwnIndex(requireRepository(repository.dir), async ({ env }) => {
    const mine = basename(env.GIT_INDEX_FILE)
    const dead = mine.replace(`-${process.pid}-`, '-2147483646-')
    repository.write({ [`.git/wingman/${dead}`]: 'left behind' })
    await captureIn(repository, 'dirty')
    return { mine, dead, left: readdirSync(folder) }
  })
  expect(names.left).toContain(names.mine)
  expect(names.left).not.toContain(names.dead)
  expect(readdirSync(folder)).toEqual([])
})
