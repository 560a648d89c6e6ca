import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquire } from '../../src/adapters/store/lock.ts'
import { ghostOf } from '../support/capturing.ts'
import { repositoryAt, temporaryRepository } from '../support/repository.ts'
import { ENTRY, RULES_ONLY, type WingmanRepository, wingmanAt, withWingman } from '../support/wingman.ts'

function begun(): WingmanRepository {
  const repository = withWingman(temporaryRepository())
  repository.commit('one', { 'a.txt': 'a\n', '.gitignore': 'ignored\n', 'wingman.config.yaml': RULES_ONLY })
  repository.write({ 'a.txt': 'work\n', 'new.txt': 'new\n' })
  return repository
}

const json = (repository: WingmanRepository, ...args: string[]) =>
  JSON.parse(repository.wingman('snapshots', ...args, '--json').stdout)

const epochOf = (repository: WingmanRepository) => repository.read('.git/wingman/epoch')

test('a review of uncommitted work leaves a snapshot that can be listed, looked at and restored', () => {
  const repository = begun()
  expect(repository.wingman('snapshots', 'list').stdout).toBe('There are no snapshots.\n')
  repository.wingman('run', 'review', '--dirty')
  repository.wingman('run', 'review', '--dirty')
  const { snapshots } = json(repository, 'list')
  expect(snapshots).toHaveLength(1)
  const [{ id, note }] = snapshots
  expect(note).toMatchObject({ trigger: 'explicit', branch: 'refs/heads/main', files: 2, session: null })
  expect(repository.wingman('snapshots', 'list').stdout).toMatch(
    new RegExp(`^${id} +\\d+ s ago  main  explicit  dirty  2 files\\n$`),
  )
  expect(repository.wingman('snapshots', 'show', id).stdout).toContain('M a.txt\nA new.txt\n')
  expect(repository.wingman('snapshots', 'diff', id).stdout).toContain('-a\n+work\n')

  repository.git('restore', '.')
  repository.git('clean', '-fdq')
  const before = epochOf(repository)
  const restored = repository.wingman('snapshots', 'restore', id)
  expect(restored.status).toBe(0)
  expect(repository.read('a.txt') + repository.read('new.txt')).toBe('work\nnew\n')
  expect(epochOf(repository).length).toBeGreaterThan(before.length)

  const undo = /To undo: (?:.*wingman(?:\.js)?) (snapshots restore \S+)/.exec(restored.stdout)?.[1] ?? ''
  expect(repository.wingman(...undo.split(' ')).status).toBe(0)
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('taking, listing and looking move no epoch', () => {
  const repository = begun()
  repository.wingman('run', 'review', '--dirty')
  const before = epochOf(repository)
  const [{ id, note }] = json(repository, 'list').snapshots
  for (const args of [['show', id], ['diff', id], ['prune']]) json(repository, ...args)
  repository.write({ 'a.txt': 'more\n' })
  repository.wingman('run', 'review', '--dirty')
  expect(epochOf(repository)).toBe(before)
  expect(json(repository, 'list').snapshots[0].note.epoch).toBe(note.epoch)
})

test('the way back is in the JSON of a restore too, as it can be typed', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'a.txt': 'later\n' })
  const { undo, restored, files } = json(repository, 'restore', ghost.id)
  expect([restored, files]).toEqual([ghost.id, 1])
  expect(undo.command).toMatch(new RegExp(`snapshots restore ${undo.id}$`))
  expect(repository.run('sh', ['-c', undo.command]).status).toBe(0)
  expect(repository.read('a.txt')).toBe('later\n')
})

test('a restore waits for nobody: it says who is at work, and changes nothing', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'a.txt': 'later\n' })
  const lock = await acquire(join(repository.dir, '.git', 'wingman', 'lock'))
  const refused = repository.wingman('snapshots', 'restore', ghost.id)
  expect(refused.status).toBe(3)
  expect(refused.stderr).toContain(`Process ${process.pid} on`)
  expect(repository.read('a.txt')).toBe('later\n')
  if ('release' in lock) await lock.release()
  expect(repository.wingman('snapshots', 'restore', ghost.id).status).toBe(0)
  // And it lets go of it again.
  expect(repository.wingman('snapshots', 'restore', ghost.id).status).toBe(0)
})

test('an ignored file in the way is named, and stays', async () => {
  const repository = begun()
  repository.write({ ignored: 'old\n' })
  repository.git('add', '-f', 'ignored')
  const ghost = await ghostOf(repository, 'dirty')
  repository.git('rm', '-q', '--cached', 'ignored')
  repository.write({ ignored: 'mine\n' })
  const refused = repository.wingman('snapshots', 'restore', ghost.id)
  expect([refused.status, repository.read('ignored')]).toEqual([2, 'mine\n'])
  expect(refused.stderr).toContain('ignored is in the way')
  // Nothing was touched, so there is nothing to undo.
  expect(refused.stdout).toBe('')
})

test('a repository of its own in the way is named, and nothing is written into it', () => {
  const repository = begun()
  repository.write({ 't/x': 'x\n' })
  repository.wingman('run', 'review', '--dirty')
  const [{ id }] = json(repository, 'list').snapshots
  rmSync(join(repository.dir, 't'), { recursive: true })
  repository.git('init', '-q', 't')
  repositoryAt(join(repository.dir, 't')).commit('theirs', { y: 'y\n' })
  const refused = repository.wingman('snapshots', 'restore', id)
  expect([refused.status, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain('t is in the way')
  expect(repository.has('t/x')).toBe(false)
})

test('the list tells what was staged from all that was not committed', () => {
  const repository = begun()
  repository.git('add', 'a.txt')
  repository.wingman('run', 'review', '--staged')
  expect(repository.wingman('snapshots', 'list').stdout).toMatch(/ {2}explicit {2}staged {2}1 file\n$/)
})

test('a restore that changes nothing says so, and has nothing to undo', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  expect(repository.wingman('snapshots', 'restore', ghost.id)).toMatchObject({
    status: 0,
    stdout: `Nothing was changed: the working tree is what ${ghost.id} has.\n`,
  })
  expect(json(repository, 'restore', ghost.id)).toMatchObject({ files: 0, undo: null })
  expect(json(repository, 'list').snapshots).toHaveLength(1)
})

test('a restore leaves the person the folder they are in', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'later/b.txt': 'b\n' })
  const cwd = join(repository.dir, 'later')
  const line = `"$NODE" "$ENTRY" snapshots restore ${ghost.id} && "$NODE" "$ENTRY" status`
  const run = repository.run('sh', ['-c', line], { cwd, env: { NODE: process.execPath, ENTRY } })
  expect(run.status, run.output).toBe(0)
  expect(repository.has('later/b.txt')).toBe(false)
})

test.each(['status', 'gate', 'install', 'doctor', 'nonsense'])(
  '`wingman %s` in a folder that is gone says so, and where to go',
  command => {
    const repository = begun()
    repository.write({ 'gone/deep/b.txt': 'b\n' })
    const cwd = join(repository.dir, 'gone', 'deep')
    const line = `rm -r "$GONE"; "$NODE" "$ENTRY" ${command}`
    const env = { NODE: process.execPath, ENTRY, PWD: cwd, GONE: join(repository.dir, 'gone') }
    const run = repository.run('sh', ['-c', line], { cwd, env })
    expect(run.status).toBe(2)
    expect(run.stderr).not.toContain('bug of ours')
    if (command === 'nonsense') expect(run.stderr).toContain("unknown command 'nonsense'")
    else
      expect(run.stderr).toBe(
        `wingman: The folder you are in is gone. [E_NO_FOLDER]\n  Go to one that is there: cd ${repository.dir}\n`,
      )
  },
)

test('what a snapshot holds cannot steer the terminal, nor start a program', async () => {
  const repository = begun()
  const hostile = '\x1b]0;owned\x07\x1b[2J\u202e'
  repository.write({ '.gitattributes': '*.txt diff=evil\n', 'a.txt': `${hostile}text\n`, 'n\x1b[31m': 'x\n' })
  for (const key of ['diff.evil.command', 'diff.evil.textconv', 'diff.external'])
    repository.git('config', key, 'touch owned; true')
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'a.txt': 'other\n' })
  const other = await ghostOf(repository, 'dirty', { at: new Date('2026-03-04T05:06:08Z') })
  const all = [
    ['list'],
    ['show', ghost.id],
    ['diff', ghost.id],
    ['diff', ghost.id, other.id],
    ['diff', ghost.id, 'HEAD'],
    ['diff', ghost.id, '--json'],
  ].map(args => repository.wingman('snapshots', ...args))
  for (const { status, output } of all) {
    expect(status).toBe(0)
    expect(output).not.toMatch(/[\x1b\x07]/)
  }
  expect(all[2]?.stdout).toContain('\\u202etext')
  expect(repository.has('owned')).toBe(false)
})

test('pruning goes by number and by age, and only shows with --dry-run', async () => {
  const repository = begun()
  const clock = join(repository.dir, '..', 'clock')
  const at = (day: number) => new Date(Date.UTC(2026, 2, day))
  const ids: string[] = []
  for (const day of [1, 2, 3, 4]) {
    repository.write({ 'a.txt': `${day}\n` })
    ids.push((await ghostOf(repository, 'dirty', { at: at(day) })).id)
  }
  writeFileSync(clock, String(at(5).getTime() - Date.now()))
  const prune = (...args: string[]) =>
    JSON.parse(
      repository.wingmanWith({ env: { WINGMAN_CLOCK: clock } }, 'snapshots', 'prune', ...args, '--json')
        .stdout,
    )
  expect(prune()).toMatchObject({ pruned: [], kept: 4 })
  expect(prune('--keep', '1', '--dry-run')).toMatchObject({ pruned: ids.slice(0, 3).reverse(), kept: 1 })
  expect(prune('--older-than', '3.5d')).toMatchObject({ pruned: ids.slice(0, 1), kept: 3 })
  expect(prune('--keep', '2')).toMatchObject({ pruned: ids.slice(1, 2), kept: 2 })
  expect(json(repository, 'list').snapshots.map(({ id }: { id: string }) => id)).toEqual([ids[3], ids[2]])
  expect(prune('--keep', 'all')).toMatchObject({ error: { code: 'E_USAGE' } })
  expect(prune('--older-than', 'a while')).toMatchObject({ error: { code: 'E_USAGE' } })
})

test('a ref that leads nowhere is shown, and pruned', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty', { at: new Date() })
  repository.write({ '.git/refs/wingman/snapshots/nowhere': `${'1'.repeat(40)}\n` })
  expect(repository.wingman('snapshots', 'list').stdout).toContain('nowhere  its commit is gone')
  for (const command of ['show', 'diff', 'restore']) {
    const { status, stderr } = repository.wingman('snapshots', command, 'nowhere')
    expect([command, status]).toEqual([command, 3])
    expect(stderr).toContain('The commit of snapshot nowhere is gone')
    expect(stderr).toContain('wingman snapshots prune')
  }
  expect(json(repository, 'prune')).toMatchObject({ pruned: ['nowhere'], kept: 1 })
  expect(json(repository, 'list')).toMatchObject({ snapshots: [{ id: ghost.id }], dangling: [] })
})

test.each(['show', 'diff', 'restore'])('%s of a snapshot whose files are gone says so', async command => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty', { at: new Date() })
  const { tree } = ghost
  rmSync(join(repository.dir, '.git/objects', tree.slice(0, 2), tree.slice(2)))
  repository.write({ 'a.txt': 'later\n' })
  const { status, stdout, stderr } = repository.wingman('snapshots', command, ghost.id)
  expect([status, stdout]).toEqual([3, ''])
  expect(stderr).toContain(`Snapshot ${ghost.id} cannot be read whole`)
  const [, forget = ''] = /`(git update-ref .+)`/.exec(stderr) ?? []
  expect(repository.run('sh', ['-c', forget]).status).toBe(0)
  expect(repository.wingman('snapshots', 'list').stdout).toBe('There are no snapshots.\n')
})

test('one is found by the beginning of its id or commit; a wrong or an ambiguous name is said to be one', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  repository.write({ 'a.txt': 'later\n' })
  await ghostOf(repository, 'dirty', { at: new Date('2026-03-04T05:06:08Z') })
  expect(json(repository, 'show', ghost.id.slice(0, 18)).snapshot.id).toBe(ghost.id)
  expect(json(repository, 'show', ghost.commit).snapshot.id).toBe(ghost.id)
  expect(json(repository, 'show', '2026')).toMatchObject({ error: { code: 'E_AMBIGUOUS' } })
  expect(json(repository, 'show', 'nothing')).toMatchObject({ error: { code: 'E_NOT_FOUND' } })
  expect(json(repository, 'diff', ghost.id, 'nothing')).toMatchObject({
    error: {
      code: 'E_NOT_FOUND',
      message: '`nothing` is neither a snapshot nor a commit of this repository.',
    },
  })
})

test('snapshots of all worktrees are listed, and a restore is of the worktree it is typed in', async () => {
  const repository = begun()
  const ghost = await ghostOf(repository, 'dirty')
  repository.git('worktree', 'add', '-q', '--detach', '../linked')
  const linked = wingmanAt(join(repository.dir, '..', 'linked'))
  expect(linked.wingman('snapshots', 'list').stdout).toContain(repository.dir)
  const restored = linked.wingman('snapshots', 'restore', ghost.id)
  expect(restored.status).toBe(0)
  expect(restored.stdout).toContain(`It was taken elsewhere: on main, in ${repository.dir}.\n`)
  repository.git('switch', '-q', '-c', 'other')
  repository.write({ 'a.txt': 'later\n' })
  expect(repository.wingman('snapshots', 'restore', ghost.id).stdout).toContain(
    'It was taken elsewhere: on main.\n',
  )
  expect(linked.read('a.txt')).toBe('work\n')
  expect(repositoryAt(linked.dir).git('diff', '--name-only')).toBe('a.txt')
})

test('a review of what is staged says which files are in conflict', () => {
  const repository = begun()
  repository.commit('two')
  repository.git('switch', '-q', '-c', 'other', 'HEAD~1')
  repository.commit('theirs', { 'a.txt': 'theirs\n' })
  repository.tryGit('merge', 'main')
  const refused = repository.wingman('run', 'review', '--staged')
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain('a.txt is in conflict')
  expect(repository.wingman('run', 'review', '--dirty').stdout).toContain('conflict-marker')
})
