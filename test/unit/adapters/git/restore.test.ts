import { chmodSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workNow } from '../../../../src/adapters/git/capture.ts'
import { openGit } from '../../../../src/adapters/git/door.ts'
import { requireRepository } from '../../../../src/adapters/git/locate.ts'
import { type Restored, type Restoring, restore } from '../../../../src/adapters/git/restore.ts'
import type { Ghost } from '../../../../src/ports.ts'
import { BECAUSE, doorTo, entriesOf, ghostOf, ghostRefNames } from '../../../support/capturing.ts'
import { everything } from '../../../support/everything.ts'
import { PLACES } from '../../../support/places.ts'
import { repositoryAt, type TestRepository, temporaryRepository } from '../../../support/repository.ts'

async function restoreIn(
  repository: TestRepository,
  wanted: string,
  { bumps = [], ...options }: { bumps?: string[] } & Partial<Restoring> = {},
): Promise<Restored & { undo: Ghost }> {
  const restored = await restore({
    git: openGit(repository.dir, async () => bumps.push('bump')),
    paths: requireRepository(repository.dir),
    cwd: repository.dir,
    wanted: repository.git('rev-parse', `${wanted}^{tree}`),
    reason: { ...BECAUSE, trigger: 'restore', at: new Date(BECAUSE.at.getTime() + 1000) },
    onUndo: () => {},
    ...options,
  })
  // Where nothing was changed there is nothing to undo; that has a test of its own.
  return restored as Restored & { undo: Ghost }
}

const now = async (repository: TestRepository) =>
  (await workNow(doorTo(repository), requireRepository(repository.dir))).tree

/** The git directory only: what a restore must not touch. */
const gitState = (repository: TestRepository) =>
  Object.fromEntries(
    Object.entries(everything(repository)).filter(
      ([path]) => !path.startsWith(`${repository.dir}/`) || path.startsWith(`${repository.dir}/.git/`),
    ),
  )

describe.each(Object.entries(PLACES))('in %s', (_, place) => {
  test('the tree becomes what it was, and what it was before again; nothing else moves', async () => {
    const repository = place()
    repository.commit('first', {
      '.gitignore': 'ignored\n',
      'a.txt': 'a\n',
      'run.sh': 'x\n',
      'dir/b.txt': 'b\n',
    })
    repository.write({ 'a.txt': 'wanted\n', 'odd "n\n\u00e9me"': 'wanted\n', ignored: 'mine\n' })
    chmodSync(join(repository.dir, 'run.sh'), 0o755)
    rmSync(join(repository.dir, 'dir'), { recursive: true })
    symlinkSync('a.txt', join(repository.dir, 'dir'))
    const wanted = await ghostOf(repository, 'dirty')

    rmSync(join(repository.dir, 'dir'))
    rmSync(join(repository.dir, 'odd "n\n\u00e9me"'))
    chmodSync(join(repository.dir, 'run.sh'), 0o644)
    repository.write({ 'a.txt': 'later\n', 'dir/c.txt': 'c\n', 'later/new.txt': 'new\n' })
    repository.git('add', 'later')
    const tree = await now(repository)
    const before = gitState(repository)
    const bumps: string[] = []
    const { undo } = await restoreIn(repository, wanted.commit, { bumps })

    expect(gitState(repository)).toEqual(before)
    expect(bumps).toHaveLength(2)
    expect(repository.read('a.txt')).toBe('wanted\n')
    expect(repository.read('odd "n\n\u00e9me"')).toBe('wanted\n')
    expect(statSync(join(repository.dir, 'run.sh')).mode & 0o111).not.toBe(0)
    expect(readlinkSync(join(repository.dir, 'dir'))).toBe('a.txt')
    expect(repository.has('later')).toBe(false)
    expect(repository.read('ignored')).toBe('mine\n')
    expect(undo.tree).toBe(tree)

    await restoreIn(repository, undo.commit)
    expect(await now(repository)).toBe(tree)
    expect(gitState(repository)).toEqual(before)
  })
})

test('a clean tree can be come back to as well', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'work\n' })
  const wanted = await ghostOf(repository, 'dirty')
  repository.git('restore', '.')
  const { undo } = await restoreIn(repository, wanted.commit)
  expect(undo.files).toBe(0)
  expect(ghostRefNames(repository)).toHaveLength(2)
  await restoreIn(repository, undo.commit)
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('one that is old enough to be pruned is still there when the restore was refused or done', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'work\n' })
  const wanted = await ghostOf(repository, 'dirty', { at: new Date('2020-01-01T00:00:00Z') })
  repository.write({ 'a.txt': 'later\n' })
  const { undo } = await restoreIn(repository, wanted.commit)
  expect(ghostRefNames(repository)).toEqual([wanted, undo].map(({ id }) => `refs/wingman/snapshots/${id}`))
})

test('before the first commit too', async () => {
  const repository = temporaryRepository()
  repository.write({ 'a.txt': 'work\n' })
  const wanted = await ghostOf(repository, 'dirty')
  rmSync(join(repository.dir, 'a.txt'))
  const { undo } = await restoreIn(repository, wanted.commit)
  expect(repository.read('a.txt')).toBe('work\n')
  await restoreIn(repository, undo.commit)
  expect(repository.has('a.txt')).toBe(false)
})

describe('an ignored file in the way stops it before anything is changed', () => {
  const WAYS: Record<
    string,
    { wanted: Record<string, string>; mine: Record<string, string>; named: string }
  > = {
    'at the same place': { wanted: { 'x.log': 'old\n' }, mine: { 'x.log': 'mine\n' }, named: 'x.log' },
    'in the same folder': { wanted: { 'log/a': 'old\n' }, mine: { 'log/a': 'mine\n' }, named: 'log/a' },
    'where a folder was': { wanted: { 'x.log/in': 'old\n' }, mine: { 'x.log': 'mine\n' }, named: 'x.log' },
    'in a folder where a file was': {
      wanted: { out: 'old\n' },
      mine: { 'out/x.log': 'mine\n' },
      named: 'out/x.log',
    },
  }
  test.each(Object.entries(WAYS))('%s', async (_, { wanted, mine, named }) => {
    const repository = temporaryRepository()
    repository.commit('one', { 'a.txt': 'a\n' })
    repository.write({ ...wanted, 'a.txt': 'wanted\n' })
    const ghost = await ghostOf(repository, 'dirty')
    for (const path of Object.keys(wanted))
      rmSync(join(repository.dir, path.split('/')[0] ?? ''), { recursive: true })
    repository.write({ '.gitignore': '*.log\nlog/\n', ...mine })
    const before = everything(repository)
    await expect(restoreIn(repository, ghost.commit)).rejects.toMatchObject({
      code: 'E_RESTORE',
      message: expect.stringContaining(`${named} is in the way`),
    })
    expect(everything(repository)).toEqual(before)
  })

  test('a link that leads out of the tree is not written through', async () => {
    const repository = temporaryRepository()
    repository.commit('one', { 'a.txt': 'a\n' })
    repository.write({ 'out/x': 'old\n' })
    const ghost = await ghostOf(repository, 'dirty')
    rmSync(join(repository.dir, 'out'), { recursive: true })
    mkdirSync(join(repository.dir, '..', 'outside'))
    symlinkSync('../outside', join(repository.dir, 'out'))
    repository.write({ '.gitignore': 'out\n' })
    await expect(restoreIn(repository, ghost.commit)).rejects.toMatchObject({ code: 'E_RESTORE' })
    expect(repository.has('../outside/x')).toBe(false)
  })

  test('by a name that is not text', async () => {
    const repository = temporaryRepository()
    repository.commit('one', { 'a.txt': 'a\n' })
    const path = "printf 'x\\377.log'"
    repository.run('sh', ['-c', `echo old > "$(${path})"`])
    const ghost = await ghostOf(repository, 'dirty')
    repository.run('sh', ['-c', `echo mine > "$(${path})"`])
    repository.write({ '.gitignore': '*.log\n' })
    await expect(restoreIn(repository, ghost.commit)).rejects.toMatchObject({ code: 'E_RESTORE' })
    expect(repository.run('sh', ['-c', `cat "$(${path})"`]).stdout).toBe('mine\n')
  })
})

describe('a repository of its own where the snapshot has files stops it before anything is changed', () => {
  const WAYS: Record<string, { tracked: boolean; inside: Record<string, string> }> = {
    'and were not committed': { tracked: false, inside: { other: 'mine\n' } },
    'and were committed': { tracked: true, inside: { other: 'mine\n' } },
    'with a file of the same name': { tracked: true, inside: { x: 'mine\n' } },
    'with nothing in it': { tracked: false, inside: {} },
  }
  test.each(Object.entries(WAYS))('%s', async (_, { tracked, inside }) => {
    const repository = temporaryRepository()
    repository.commit('one', { 'a.txt': 'a\n', ...(tracked ? { 't/x': 'one\n' } : {}) })
    repository.write({ 'a.txt': 'wanted\n', 't/x': 'wanted\n' })
    const ghost = await ghostOf(repository, 'dirty')
    rmSync(join(repository.dir, 't'), { recursive: true })
    repository.git('init', '-q', 't')
    if (Object.keys(inside).length > 0) repositoryAt(join(repository.dir, 't')).commit('theirs', inside)
    const before = everything(repository)
    const told: Ghost[] = []
    await expect(
      restoreIn(repository, ghost.commit, { onUndo: undo => told.push(undo) }),
    ).rejects.toMatchObject({ code: 'E_RESTORE', message: expect.stringContaining('t is in the way') })
    expect(everything(repository)).toEqual(before)
    expect(told).toEqual([])
    expect(ghostRefNames(repository)).toHaveLength(1)
  })

  test('and where nothing would be written into it, it is left alone', async () => {
    const repository = temporaryRepository()
    repository.commit('one', { 'a.txt': 'a\n', 't/x': 'x\n' })
    rmSync(join(repository.dir, 't'), { recursive: true })
    repository.write({ 'a.txt': 'wanted\n' })
    const ghost = await ghostOf(repository, 'dirty')
    repository.git('init', '-q', 't')
    repository.write({ 'a.txt': 'later\n' })
    await restoreIn(repository, ghost.commit)
    expect([repository.read('a.txt'), repository.has('t/.git')]).toEqual(['wanted\n', true])
  })
})

test('the folder that the person stands in stays, empty', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'wanted\n' })
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'later/deep/b.txt': 'b\n', 'gone/c.txt': 'c\n' })
  const cwd = join(repository.dir, 'later', 'deep')
  await restoreIn(repository, ghost.commit, { cwd })
  expect(readdirSync(cwd)).toEqual([])
  expect([repository.has('gone'), repository.read('a.txt')]).toEqual([false, 'wanted\n'])
})

test('standing in a bare repository that lies in the tree changes nothing about what is restored', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'wanted\n' })
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'a.txt': 'later\n' })
  repository.git('init', '-q', '--bare', 'bare')
  await restoreIn(repository, ghost.commit, { cwd: join(repository.dir, 'bare') })
  expect(repository.read('a.txt')).toBe('wanted\n')
})

test('where nothing differs nothing is kept, and there is nothing to undo', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'work\n' })
  const ghost = await ghostOf(repository, 'dirty')
  const before = everything(repository)
  const bumps: string[] = []
  expect(await restoreIn(repository, ghost.commit, { bumps })).toMatchObject({ undo: null, files: 0 })
  expect(everything(repository)).toEqual(before)
  expect([bumps, ghostRefNames(repository).length]).toEqual([[], 1])
})

test('a file that comes to light by an older .gitignore is still there after the undo', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'work\n' })
  const wanted = await ghostOf(repository, 'dirty')
  repository.write({ 'sub/.gitignore': '.env\n', 'sub/.env': 'SECRET\n', 'sub/b.txt': 'b\n' })
  const { undo } = await restoreIn(repository, wanted.commit)
  expect([repository.has('sub/.env'), repository.has('sub/b.txt')]).toEqual([true, false])
  await restoreIn(repository, undo.commit)
  expect(repository.read('sub/.env')).toBe('SECRET\n')
  expect(await now(repository)).toBe(undo.tree)
})

test('in the middle of a merge, a lost resolution comes back and the merge is where it was', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'one\n' })
  repository.git('switch', '-q', '-c', 'other')
  repository.commit('theirs', { 'a.txt': 'theirs\n' })
  repository.git('switch', '-q', 'main')
  repository.commit('ours', { 'a.txt': 'ours\n' })
  repository.tryGit('merge', 'other')
  repository.write({ 'a.txt': 'an hour of work\n' })
  const resolved = await ghostOf(repository, 'dirty')
  repository.git('checkout', '--theirs', '.')
  const before = gitState(repository)
  await restoreIn(repository, resolved.commit)
  expect(repository.read('a.txt')).toBe('an hour of work\n')
  expect(gitState(repository)).toEqual(before)
  expect(repository.git('status', '--porcelain')).toBe('UU a.txt')
})

test.each(['--assume-unchanged', '--skip-worktree'])('a file under %s is not written over', async flag => {
  const repository = temporaryRepository()
  repository.commit('one', { 'local.cfg': 'one\n', 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'work\n' })
  const same = await ghostOf(repository, 'dirty')
  repository.write({ 'local.cfg': 'two\n' })
  const other = await ghostOf(repository, 'dirty')
  repository.git('restore', '.')
  repository.git('update-index', flag, 'local.cfg')
  repository.write({ 'local.cfg': 'mine\n' })
  await expect(restoreIn(repository, other.commit)).rejects.toMatchObject({
    code: 'E_RESTORE',
    message: expect.stringContaining('local.cfg'),
  })
  expect([repository.read('local.cfg'), repository.read('a.txt')]).toEqual(['mine\n', 'a\n'])
  await restoreIn(repository, same.commit)
  expect([repository.read('local.cfg'), repository.read('a.txt')]).toEqual(['mine\n', 'work\n'])
})

test('in a sparse checkout, what is not in the tree is not brought in', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' })
  repository.commit('two', { 'out/b.txt': 'two\n' })
  repository.git('sparse-checkout', 'set', 'in')
  repository.write({ 'in/a.txt': 'work\n', 'in/new.txt': 'new\n' })
  const wanted = await ghostOf(repository, 'dirty')
  repository.git('restore', '.')
  rmSync(join(repository.dir, 'in/new.txt'))
  repository.git('checkout', '-q', 'HEAD~1')
  await restoreIn(repository, wanted.commit)
  expect([repository.read('in/a.txt'), repository.read('in/new.txt')]).toEqual(['work\n', 'new\n'])
  expect(repository.has('out')).toBe(false)
})

test('submodules and nested repositories are left alone, and named', async () => {
  const repository = temporaryRepository()
  repository.git('init', '-q', '../module')
  const module = repositoryAt(join(repository.dir, '..', 'module'))
  module.commit('begin', { 'a.txt': 'a\n' })
  repository.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', module.dir, 'sub')
  repository.git('config', 'submodule.recurse', 'true')
  const first = repositoryAt(join(repository.dir, 'sub')).git('rev-parse', 'HEAD')
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.write({ 'a.txt': 'work\n' })
  const wanted = await ghostOf(repository, 'dirty')
  repositoryAt(join(repository.dir, 'sub')).commit('on', { 'b.txt': 'b\n' })
  repository.git('init', '-q', 'nested')
  repository.write({ 'nested/mine.txt': 'mine\n', 'a.txt': 'later\n' })
  const restored = await restoreIn(repository, wanted.commit)
  expect(restored.submodules).toEqual([{ path: 'sub', commit: first }])
  expect(restored.leftOut).toEqual(['nested'])
  expect([repository.has('sub/b.txt'), repository.has('nested/mine.txt')]).toEqual([true, true])
  expect(entriesOf(repository, restored.undo.commit)).not.toContain('160000 nested')
})

describe('what git would not give back as it is stays where it is', () => {
  const refused = (path: string) => ({ code: 'E_RESTORE', message: expect.stringContaining(path) })

  test('a file of which a filter drops something', async () => {
    const repository = temporaryRepository()
    repository.git('config', 'filter.strip.clean', 'sed -e s/OUTPUT.*/OUTPUT/')
    repository.git('config', 'filter.strip.smudge', 'cat')
    repository.commit('first', { '.gitattributes': '*.nb filter=strip\n', 'n.nb': 'cell\n' })
    repository.write({ 'a.txt': 'a\n' })
    const wanted = await ghostOf(repository, 'dirty')
    repository.write({ 'n.nb': 'cell OUTPUT of three hours\n' })
    await expect(restoreIn(repository, wanted.commit)).rejects.toMatchObject(refused('n.nb'))
    expect(repository.read('n.nb')).toBe('cell OUTPUT of three hours\n')
  })

  test('line ends that git would turn', async () => {
    const repository = temporaryRepository()
    repository.commit('first', { '.gitattributes': '* text=auto\n', 'a.txt': 'a\n' })
    repository.write({ 'b.txt': 'b\n' })
    const wanted = await ghostOf(repository, 'dirty')
    repository.write({ 'a.txt': 'one\r\ntwo\n' })
    await expect(restoreIn(repository, wanted.commit)).rejects.toMatchObject(refused('a.txt'))
  })

  test('a file that nobody else may read', async () => {
    const repository = temporaryRepository()
    repository.commit('first', { 'a.txt': 'a\n' })
    repository.write({ 'b.txt': 'b\n' })
    const wanted = await ghostOf(repository, 'dirty')
    repository.write({ 'key.pem': 'secret\n' })
    chmodSync(join(repository.dir, 'key.pem'), 0o600)
    await expect(restoreIn(repository, wanted.commit)).rejects.toMatchObject(refused('key.pem'))
    expect(statSync(join(repository.dir, 'key.pem')).mode & 0o777).toBe(0o600)
  })
})

test('where git keeps the files somewhere else (core.worktree) nothing is restored', async () => {
  const repository = temporaryRepository()
  repository.commit('first', { 'a.txt': 'a\n' })
  mkdirSync(join(repository.dir, '../elsewhere'))
  repository.git('config', 'core.worktree', '../../elsewhere')
  await expect(restoreIn(repository, 'HEAD')).rejects.toMatchObject({ code: 'E_RESTORE' })
})
