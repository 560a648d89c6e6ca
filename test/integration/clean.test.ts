import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openGit } from '../../src/adapters/git/door.ts'
import { requireRepository } from '../../src/adapters/git/locate.ts'
import { workplaces } from '../../src/adapters/git/workplaces.ts'
import { acquire } from '../../src/adapters/store/lock.ts'
import { thisProcess } from '../../src/adapters/store/process-identity.ts'
import { openProject } from '../../src/cli/compose.ts'
import { epochOf } from '../../src/domain/epoch.ts'
import { snapshot } from '../support/findings.ts'
import { CLEAN, commitReviewed, DEFECT, unseen } from '../support/gate-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import { ENTRY, RULES_ONLY, reviewedRepository, type WingmanRepository } from '../support/wingman.ts'

const HUNDRED_DAYS = 100 * 24 * 3_600_000

const store = (repository: WingmanRepository, ...path: string[]) =>
  join(repository.dir, '.git/wingman', ...path)
const names = (repository: WingmanRepository, ...path: string[]) => readdirSync(store(repository, ...path))

/** One review of main, one of a branch that is gone since. */
function reviewedTwice(): { repository: WingmanRepository; main: string; gone: string } {
  const repository = reviewedRepository(RULES_ONLY)
  const review = (name: string) => {
    unseen(repository, 'commit', '-q', '--allow-empty', '-m', name)
    repository.write({ [name]: name })
    expect(repository.wingman('run', 'review').status).toBe(0)
    return repository.lastReview().id
  }
  const main = review('one')
  repository.git('switch', '-q', '-c', 'gone')
  const gone = review('two')
  repository.git('switch', '-q', 'main')
  repository.git('branch', '-q', '-D', 'gone')
  return { repository, main, gone }
}

function clean(repository: WingmanRepository, options: string[] = [], ahead = 0) {
  const clock = join(temporaryFolder(), 'clock')
  writeFileSync(clock, `${ahead}`)
  const finished = repository.wingmanWith({ env: { WINGMAN_CLOCK: clock } }, 'clean', '--json', ...options)
  const document = JSON.parse(finished.stdout)
  return {
    ...document,
    status: finished.status,
    kinds: document.remove.map(({ kind }: { kind: string }) => kind),
  }
}

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '0']).pid

test('without --yes nothing is removed; with it what is old goes, and the last review of a branch stays', () => {
  const { repository, main, gone } = reviewedTwice()
  expect(clean(repository).kinds).toEqual(['branch'])
  const shown = clean(repository, [], HUNDRED_DAYS)
  expect(shown).toMatchObject({
    done: false,
    kinds: ['review', 'result', 'result', 'edge', 'edge', 'edge', 'edge', 'branch'],
  })
  expect(names(repository, 'reviews').sort()).toEqual([main, gone].sort())
  expect(repository.wingman('clean').stdout).toContain('Do it with `wingman clean --yes`')

  expect(clean(repository, ['--yes'], HUNDRED_DAYS)).toMatchObject({ done: true, kinds: shown.kinds })
  expect(names(repository, 'reviews')).toEqual([main])
  expect(names(repository, 'results')).toEqual([])
  expect(names(repository, 'edges')).toEqual([])
  expect(clean(repository, [], HUNDRED_DAYS).kinds).toEqual([])
  expect(repository.wingman('doctor', 'logs').stdout).toMatch(/clean\.done .*review=1/)
  // What was taken away is no approval, and can be had again.
  expect(repository.wingman('run', 'review').status).toBe(0)
})

test('what was noted of a commit by itself goes with the result that it leads to', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  const step = `.git/wingman/steps/${await commitReviewed(repository, { 'a.js': CLEAN })}`
  clean(repository, ['--yes'])
  expect(repository.has(step)).toBe(true)
  clean(repository, ['--yes'], HUNDRED_DAYS)
  expect(repository.has(step)).toBe(false)
})

test('files that a killed process left go, those of a living one stay', () => {
  const { repository } = reviewedTwice()
  const pid = deadPid()
  const files = [
    `.tmp-${pid}-00ff00ff00ff`,
    `reviews/.tmp-${pid}-00ff00ff00ff`,
    `index-0badcafe-${pid}-00ff00ff`,
    `index-0badcafe-${pid}-00ff00ff.lock`,
    `index-0badcafe-${pid}-00ff00ff-wanted`,
    `lock/.ticket-${pid}-00ff00ff00ff`,
    `resolved-config.json.${pid}.tmp`,
  ]
  const living = [`.tmp-${process.pid}-00ff00ff00ff`, `index-0badcafe-${process.pid}-00ff00ff`]
  for (const name of [...files, ...living]) {
    writeFileSync(store(repository, name), '')
    utimesSync(store(repository, name), 1, 1)
  }
  writeFileSync(store(repository, `.tmp-${pid}-0123456789ab`), 'made in this moment')
  clean(repository, ['--yes'])
  expect(files.filter(name => existsSync(store(repository, name)))).toEqual([])
  expect(living.filter(name => !existsSync(store(repository, name)))).toEqual([])
  expect(existsSync(store(repository, `.tmp-${pid}-0123456789ab`))).toBe(true)
})

test('the checkout of a killed worker goes; one at work, and a worktree of the person’s, stay', async () => {
  const { repository } = reviewedTwice()
  const open = async () => {
    const git = openGit(repository.dir, async () => {})
    const what = snapshot({
      commit: repository.git('rev-parse', 'HEAD'),
      tree: repository.git('rev-parse', 'HEAD^{tree}'),
    })
    const { epoch } = openProject(repository.dir).ports
    return workplaces(git, requireRepository(repository.dir), epoch).open(what, 'worktree')
  }
  const theirs = join(dirname(repository.dir), 'wingman-theirs', 'tree')
  repository.git('worktree', 'add', '-q', '--detach', theirs)
  const atWork = await open()
  const left = await open()
  // One on another machine, or in another container, cannot be asked.
  const elsewhere = await open()
  owned(repository, left.dir, { pid: deadPid() })
  owned(repository, elsewhere.dir, { host: 'elsewhere' })

  expect(repository.wingman('doctor').output).toContain('a temporary checkout was left behind')
  expect(clean(repository, ['--yes']).kinds).toContain('checkout')
  const worktrees = repository.git('worktree', 'list')
  expect(worktrees).not.toContain(left.dir)
  expect(existsSync(dirname(left.dir))).toBe(false)
  expect(worktrees).toContain(atWork.dir)
  expect(worktrees).toContain(theirs)
  expect(worktrees).toContain(elsewhere.dir)
  await atWork.close()
  await elsewhere.close()
})

function owned(repository: WingmanRepository, tree: string, other: object): void {
  const folder = dirname(tree)
  const note = { version: 1, folder, owner: { ...thisProcess(), ...other } }
  writeFileSync(store(repository, `checkouts/${basename(folder)}`), JSON.stringify(note))
}

test('a worktree of the person’s stays, whatever it is called and even while its disk is away', async () => {
  const { repository } = reviewedTwice()
  const disk = join(dirname(repository.dir), 'usb')
  repository.git('worktree', 'add', '-q', '--detach', join(disk, 'wingman-hotfix', 'tree'))
  renameSync(disk, `${disk}-away`)
  clean(repository, ['--yes'])
  expect(repository.git('worktree', 'list')).toContain('wingman-hotfix')
})

test('what a link leads to is not ours to clear away', () => {
  const { repository } = reviewedTwice()
  const precious = join(dirname(repository.dir), 'precious')
  mkdirSync(precious)
  writeFileSync(join(precious, 'thesis.txt'), 'years of work')
  symlinkSync(precious, store(repository, 'damaged'))
  symlinkSync('loop', store(repository, 'loop'))
  expect(clean(repository, ['--yes'], HUNDRED_DAYS).status).toBe(0)
  expect(readdirSync(precious)).toEqual(['thesis.txt'])
})

test('a no is never cleared away, or a gate that only warns would let go what it held', async () => {
  const config = `${RULES_ONLY}    whenMissing: warn\n    whenStale: warn\n`
  const repository = reviewedRepository(config)
  await commitReviewed(repository, { 'a.js': DEFECT })
  expect(repository.push().status).not.toBe(0)
  clean(repository, ['--yes'], HUNDRED_DAYS)
  expect(repository.push().status).not.toBe(0)
})

test('while a review is running nothing is removed, and it is said', () => {
  const { repository } = reviewedTwice()
  const highest = Math.max(...names(repository, 'lock').map(name => Number(name.split('.')[1])))
  writeFileSync(
    store(repository, 'lock', `claim.${highest + 1}`),
    JSON.stringify({ ...thisProcess(), doing: 'a test', since: Date.now() }),
  )
  const { status, deferred } = clean(repository, ['--yes'])
  expect(status).toBe(3)
  expect(deferred).toContain(`Process ${process.pid} is reviewing here, so nothing was removed.`)
  expect(names(repository, 'branches')).toHaveLength(2)
})

test('cleaning up waits for a review that ends in a moment', async () => {
  const { repository, main } = reviewedTwice()
  const lock = await acquire(store(repository, 'lock'))
  if ('holder' in lock) throw new Error('somebody else has the lock')
  const cleaning = startedClean(repository)
  // Each try is a ticket of its own: at the second one it is known to have found the lock taken.
  await Promise.race([cleaning.hasTried(2), cleaning.end])
  await lock.release()
  expect(await cleaning.end).toBe(0)
  expect(names(repository, 'branches')).toHaveLength(1)
  expect(names(repository, 'reviews')).toContain(main)
})

test('work that began before a clean-up does not go on after it: the epoch moves, by --yes alone', () => {
  const { repository } = reviewedTwice()
  const epoch = () => epochOf(repository.read('.git/wingman/epoch'))
  const before = epoch()
  clean(repository)
  expect(epoch()).toBe(before)
  clean(repository, ['--yes'])
  expect(epoch()).toBe(before + 1)
  clean(repository, ['--yes'])
  expect(epoch(), 'with nothing to remove nothing moves').toBe(before + 1)
})

test('a worker that finds too many reviews clears up by itself', async () => {
  const { repository, main } = reviewedTwice()
  const record = repository.read(`.git/wingman/reviews/${main}/review.json`)
  for (let nth = 0; nth < 510; nth += 1) {
    const folder = store(repository, 'reviews', `20250101-000000${`${nth}`.padStart(3, '0')}-aaaaaa`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'review.json'), record)
    utimesSync(join(folder, 'review.json'), 1_700_000_000 + nth, 1_700_000_000 + nth)
  }
  repository.commit('three', { three: 'three' })
  await expect.poll(() => names(repository, 'reviews').length, { timeout: 60_000 }).toBeLessThan(500)
  await repository.reviewed()
  expect(names(repository, 'reviews')).toContain(main)
})

/** `clean --yes` while somebody has the lock, and how often it has tried to get it. */
function startedClean(repository: WingmanRepository) {
  const tickets = new Set<string>()
  const tried = new EventEmitter()
  const watcher = watch(store(repository, 'lock'), (_, name) => {
    if (name?.startsWith('.ticket-')) tickets.add(name)
    tried.emit('ticket')
  })
  const child = spawn(process.execPath, [ENTRY, 'clean', '--yes'], { cwd: repository.dir, stdio: 'ignore' })
  onTestFinished(() => watcher.close())
  return {
    end: once(child, 'exit').then(([code]) => code as number | null),
    async hasTried(times: number): Promise<void> {
      while (tickets.size < times) await once(tried, 'ticket')
    },
  }
}
