import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { CLEAN, gatedRepository } from '../support/gate-scenes.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'
import {
  RULES_ONLY,
  repositoryWithRemote,
  reviewedRepository,
  type WingmanRepository,
} from '../support/wingman.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a rebase', () => {
  test('leaves no request while it is under way, and moves the epoch', () => {
    const repository = repositoryWithRemote()
    repository.commit('start', { 'a.txt': '1' })
    repository.git('checkout', '-q', '-b', 'side')
    for (const n of ['1', '2', '3']) repository.commit(n, { [n]: n })
    repository.git('checkout', '-q', 'main')
    repository.commit('main', { 'b.txt': '1' })
    const hooks = recordedHooks(repository)
    repository.git('rebase', '-q', 'main', 'side')
    expect(hooks.requests()).toEqual([
      `wingman-request 1\npost-commit ${repository.git('rev-parse', 'side')} refs/heads/side -\nend\n`,
    ])
    expect(epochFile(repository).length).toBeGreaterThanOrEqual('.\n.\n.\n.\n'.length)
  })
})

test('an amended message does not disturb the review that is under way', async () => {
  const repository = installed(slow())
  repository.commit('first', { 'a.js': CLEAN })
  await appears(repository, '../busy')
  repository.git('commit', '-q', '--amend', '-m', 'other words')
  // Time for several looks at the queue.
  await pause(1_000)
  repository.write({ '../go': '' })
  await repository.reviewed()
  expect(reviewsOf(repository).map(({ reason }) => reason)).not.toContain('superseded')
})

test('a newer tip supersedes the review of an older one: its command is stopped, what was found is kept', async () => {
  const repository = installed(
    `${slow()}  late: { reviewers: [rules] }\n`.replace(
      'loops:\n',
      'loops:\n  early: { reviewers: [rules] }\n',
    ),
  )
  const older = repository.commit('first', { 'a.js': CLEAN })
  const pid = Number(await appears(repository, '../busy'))
  repository.commit('second', { 'b.js': CLEAN })
  await isGone(pid)
  repository.write({ '../go': '' })
  await repository.reviewed()
  const [last, first] = reviewsOf(repository)
  expect(last).toMatchObject({
    verdict: 'approved',
    snapshot: { commit: repository.git('rev-parse', 'HEAD') },
  })
  expect(first).toMatchObject({ verdict: 'unknown', reason: 'superseded' })
  expect(first?.loops[0]).toMatchObject({ loop: 'early', verdict: 'approved' })

  repository.git('-c', 'core.hooksPath=/dev/null', 'reset', '-q', '--hard', older)
  expect(repository.wingman('run', 'review').status).toBe(0)
  expect(repository.lastReview().loops).toMatchObject([
    { loop: 'early', state: 'reused', reusedFrom: first?.id },
    { loop: 'tests', state: 'run' },
    { loop: 'late' },
  ])
})

test('a newer tip stops the model that reads an older one', async () => {
  const claude = scriptedClaude('hang')
  const repository = reviewedRepository(MODEL)
  repository.commit('first', { 'a.js': CLEAN })
  await expect.poll(() => claude.calls().length, { timeout: 60_000 }).toBe(1)
  scriptedClaude('approve', { folder: claude.folder })
  repository.commit('second', { 'b.js': CLEAN })
  await isGone(claude.calls()[0]?.pid ?? 0)
  await repository.reviewed()
  const [last, first] = reviewsOf(repository)
  expect(first).toMatchObject({ verdict: 'unknown', reason: 'superseded' })
  expect(last).toMatchObject({
    verdict: 'approved',
    snapshot: { commit: repository.git('rev-parse', 'HEAD') },
  })
  expect(claude.calls()).toHaveLength(2)
})

describe('a request whose worker was killed', () => {
  const orphaned = () => {
    const repository = reviewedRepository(RULES_ONLY)
    const runtime = repository.read('.git/wingman/runtime')
    // As after a kill in the first moment: the request is there, and nobody is at work.
    repository.write({ '.git/wingman/runtime': '/nowhere\n/nowhere\n' })
    repository.commit('x', { 'x.js': CLEAN })
    repository.write({ '.git/wingman/runtime': runtime })
    expect(queued(repository)).toHaveLength(1)
    return repository
  }

  test.each<[string, (repository: WingmanRepository) => unknown]>([
    ['status', repository => repository.wingman('status')],
    ['its push', repository => repository.push()],
    ['the push of something else', repository => repository.push('origin', 'HEAD~1:refs/heads/other')],
    ['the next commit', repository => repository.commit('next', { 'b.js': CLEAN })],
    ['a checkout', repository => repository.git('checkout', '-q', '-b', 'other')],
    [
      "an agent's prompt",
      repository =>
        repository.run('sh', ['.wingman/agent-hook', 'claude', 'UserPromptSubmit'], { input: '{}' }),
    ],
  ])('is taken up by %s', async (_, act) => {
    const repository = orphaned()
    repository.wingman('install', '--agents', 'claude')
    act(repository)
    await repository.reviewed()
    expect(queued(repository)).toEqual([])
  })
})

describe('two branches at one tip', () => {
  /** The task is all in main before anybody looks: on its own branch nothing is new, on main it is. */
  const mergedAtOnce = (repository: WingmanRepository) => {
    repository.git('remote', 'remove', 'origin')
    repository.git('switch', '-q', '-c', 'task')
    const tip = repository.commit('work', { 'a.js': 'debugger\n' })
    repository.git('switch', '-q', 'main')
    repository.git('merge', '-q', '--ff-only', 'task')
    return tip
  }

  test('are both asked for: a task that was merged at once is reviewed on main', async () => {
    const repository = gatedRepository(RULES_ONLY)
    const runtime = repository.read('.git/wingman/runtime')
    repository.write({ '.git/wingman/runtime': '/nowhere\n/nowhere\n' })
    const tip = mergedAtOnce(repository)
    expect(queued(repository)).toHaveLength(2)
    repository.write({ '.git/wingman/runtime': runtime })
    repository.wingman('status')
    await repository.reviewed()
    expect(reviewsOf(repository)).toMatchObject([
      { verdict: 'needs-revision', snapshot: { commit: tip, branch: 'refs/heads/main' } },
    ])
  })

  test('are both asked for when an agent made them and they came to rest together', async () => {
    vi.stubEnv('CLAUDE_CODE_SESSION_ID', 'session-1')
    const repository = gatedRepository(`${RULES_ONLY}delivery: { settle: 2s }\n`)
    const tip = mergedAtOnce(repository)
    await repository.reviewed()
    expect(reviewsOf(repository)).toMatchObject([
      { verdict: 'needs-revision', snapshot: { commit: tip, branch: 'refs/heads/main' } },
    ])
  })

  test('a newer commit on one of them supersedes its own review alone, and the same content is judged once', async () => {
    const repository = installed(slow())
    repository.git('switch', '-q', '-c', 'one')
    repository.commit('work', { 'a.js': CLEAN })
    const pid = Number(await appears(repository, '../busy'))
    repository.git('switch', '-q', '-c', 'two')
    // Asks for the tip on that branch too, as `merge --ff-only` would.
    repository.run('sh', ['.git/hooks/post-merge', '0'])
    repository.git('switch', '-q', 'one')
    repository.commit('more', { 'b.js': CLEAN })
    await isGone(pid)
    repository.write({ '../go': '' })
    await repository.reviewed()
    const reviews = reviewsOf(repository)
    const whole = reviews.filter(({ reason }) => reason !== 'superseded')
    expect(whole.map(({ snapshot }) => [snapshot.branch, snapshot.commit]).sort()).toEqual([
      ['refs/heads/one', repository.git('rev-parse', 'one')],
      ['refs/heads/two', repository.git('rev-parse', 'two')],
    ])
    expect(whole.map(({ verdict }) => verdict)).toEqual(['approved', 'approved'])
  })
})

describe('a branch that leads to a commit that git cannot read', () => {
  test('does not keep the others from being reviewed, and is named', async () => {
    const repository = gatedRepository(RULES_ONLY)
    const runtime = repository.read('.git/wingman/runtime')
    repository.write({ '.git/wingman/runtime': '/nowhere\n/nowhere\n' })
    repository.git('switch', '-q', '-c', 'broken')
    const lost = repository.commit('lost', { 'x.js': CLEAN })
    repository.git('switch', '-q', 'main')
    const tip = repository.commit('work', { 'a.js': CLEAN })
    repository.run('rm', ['-f', `.git/objects/${lost.slice(0, 2)}/${lost.slice(2)}`])
    repository.write({ '.git/wingman/runtime': runtime })
    repository.wingman('status')
    await expect.poll(() => queued(repository).length, { timeout: 60_000 }).toBe(1)
    await expect.poll(() => repository.has('.git/wingman/trouble.json'), { timeout: 60_000 }).toBe(true)
    expect(reviewsOf(repository)).toMatchObject([{ verdict: 'approved', snapshot: { commit: tip } }])
    expect(queued(repository)[0]).toContain('refs/heads/broken')
    const { output } = repository.wingman('doctor')
    expect(output).toContain('refs/heads/broken leads to a commit that git cannot read')
    expect(output).toContain('git fsck')
    // It stays so, whoever comes by; and ends with the branch.
    repository.commit('more', { 'b.js': CLEAN })
    await expect.poll(() => queued(repository).length, { timeout: 60_000 }).toBe(1)
    repository.git('update-ref', 'refs/heads/broken', 'main')
    // A worker that failed once leaves it to the next, and may just be about to end.
    const afterStatus = () => {
      repository.wingman('status')
      return queued(repository).length
    }
    await expect.poll(afterStatus, { timeout: 60_000, interval: 500 }).toBe(0)
    await expect.poll(() => repository.has('.git/wingman/trouble.json'), { timeout: 60_000 }).toBe(false)
  })
})

describe("an agent's commits come to rest first", () => {
  const settling = (settle = '1h') => {
    vi.stubEnv('CLAUDE_CODE_SESSION_ID', 'session-1')
    return reviewedRepository(`${RULES_ONLY}delivery: { settle: ${settle} }\n`)
  }
  /** After a minute it would end by itself. */
  const WELL_BEFORE = 30_000
  /** The worker has the lock, and lets the turn finish. */
  const waits = (repository: WingmanRepository) =>
    expect
      .poll(() => JSON.parse(repository.wingman('status', '--json').stdout).running, { timeout: 30_000 })
      .not.toBeNull()

  test('its request says whose it is, and is not answered at once; a push ends the wait', async () => {
    const repository = settling()
    const sha = repository.commit('one', { 'a.js': CLEAN })
    const began = performance.now()
    await pause(1_500)
    expect(queued(repository)).toEqual([
      `wingman-request 1\npost-commit ${sha} refs/heads/main claude:session-1\nend\n`,
    ])
    await waits(repository)
    expect(repository.push().status).toBe(0)
    expect(queued(repository)).toEqual([])
    expect(performance.now() - began).toBeLessThan(WELL_BEFORE)
  })

  test('`run review` does not wait for that', async () => {
    const repository = settling()
    repository.commit('one', { 'a.js': CLEAN })
    const began = performance.now()
    await waits(repository)
    expect(repository.wingman('run', 'review').status).toBe(0)
    await repository.reviewed()
    expect(performance.now() - began).toBeLessThan(WELL_BEFORE)
    expect(reviewsOf(repository).map(({ trigger }) => trigger)).toEqual(['explicit', 'post-commit'])
  })

  test('every commit starts the wait again: a turn of several is one review, of the last', async () => {
    const settle = 4_000
    const repository = settling('4s')
    const began = performance.now()
    let last = { sha: '', at: 0 }
    // Longer than one wait in all, and never as long between two of them.
    for (let n = 0; performance.now() - began < settle + 1_000; n += 1) {
      const at = Date.now()
      last = { sha: repository.commit(`${n}`, { [`${n}.js`]: CLEAN }), at }
      await pause(500)
    }
    await repository.reviewed()
    const reviews = reviewsOf(repository)
    expect(reviews.map(({ snapshot }) => snapshot.commit)).toEqual([last.sha])
    // A little less: two clocks.
    expect(Date.parse(reviews[0]?.startedAt ?? '') - last.at).toBeGreaterThan(settle - 100)
  })

  test('a name that could be more than a name is nobody', () => {
    vi.stubEnv('CLAUDE_CODE_SESSION_ID', 'x y\nend\n')
    const repository = repositoryWithRemote()
    const hooks = recordedHooks(repository)
    const sha = repository.commit('one', { 'a.txt': '1' })
    expect(hooks.requests()).toEqual([`wingman-request 1\npost-commit ${sha} refs/heads/main -\nend\n`])
  })
})

const MODEL =
  'models: { fast: { agent: claude } }\nreviewers: { correctness: { model: fast, prompt: correctness } }\nloops: { standards: { reviewers: [correctness] } }\n'

/** A command that waits until it is told to go on. */
const slow = () =>
  `reviewers:\n  checks:\n    run: 'echo $$ > "$OUT/busy"; while [ -d "$OUT" ] && [ ! -e "$OUT/go" ]; do sleep 0.05; done'\nloops:\n  tests: { reviewers: [checks] }\n`

function installed(config: string): WingmanRepository {
  const repository = gatedRepository(config)
  vi.stubEnv('OUT', join(repository.dir, '..'))
  return repository
}

const reviewsOf = (repository: WingmanRepository): Review[] =>
  JSON.parse(repository.wingman('log', '--json').stdout).reviews

const epochFile = (repository: WingmanRepository): string => repository.read('.git/wingman/epoch')

const queued = (repository: WingmanRepository): string[] =>
  readdirSync(join(repository.dir, '.git/wingman/queue')).map(name =>
    repository.read(`.git/wingman/queue/${name}`),
  )

async function appears(repository: WingmanRepository, path: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const text = repository.has(path) ? repository.read(path).trim() : ''
    if (text !== '') return text
    await pause(50)
  }
  throw new Error(`${path} was not written`)
}

async function isGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 1_200 && isRunning(pid); tries += 1) await pause(25)
  expect(isRunning(pid), `process ${pid} goes on`).toBe(false)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
