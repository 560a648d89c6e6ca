import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CLEAN, gatedRepository } from '../support/gate-scenes.ts'
import type { WingmanRepository } from '../support/wingman.ts'

/** Says which process it is, and waits until it is told to go on. */
const SLOW = `reviewers:
  slow: { run: 'echo $$ >>"$OUT/began"; while [ -d "$OUT" ] && [ ! -e "$OUT/go" ]; do sleep 0.05; done' }
loops:
  basics: { reviewers: [slow] }
gates:
  ship: { requires: [basics] }
`

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  'a worker that is ended by %s takes its commands along, and leaves the request to the next one',
  async signal => {
    const { repository, began, go } = scene()
    const tip = repository.commit('one', { 'a.js': CLEAN })
    const [command = 0] = await began(1)
    process.kill(worker(repository), signal)
    await until(() => !isRunning(command))
    await until(() => running(repository) === null)
    expect(waiting(repository)).toBe(1)
    go()
    // Taken up by whatever comes by; one that came while the worker was still about to end has left it.
    await expect.poll(() => waiting(repository), { timeout: 60_000, interval: 500 }).toBe(0)
    expect(repository.lastReview()).toMatchObject({ verdict: 'approved', snapshot: { commit: tip } })
  },
)

test('a worker that is killed: its successor ends the command that was left before it begins it again', async () => {
  const { repository, began, go } = scene()
  repository.commit('one', { 'a.js': CLEAN })
  const [first = 0] = await began(1)
  process.kill(worker(repository), 'SIGKILL')
  expect(isRunning(first)).toBe(true)
  repository.wingman('status')
  await began(2)
  expect(isRunning(first)).toBe(false)
  go()
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'approved' })
})

test.each<[string, Record<string, unknown>]>([
  ['began at another time', { started: '1' }],
  ['ran before the machine did', { boot: 'another' }],
  ['is on another machine', { host: 'elsewhere' }],
  ['is nothing that is known', { started: null }],
])('a process whose number was noted, but which %s, is left alone', async (_, change) => {
  const { repository, began, go } = scene()
  repository.commit('one', { 'a.js': CLEAN })
  const [first = 0] = await began(1)
  onTestFinished(() => {
    if (isRunning(first)) process.kill(first, 'SIGKILL')
  })
  // Stopped first: whoever else comes by finds the lock held until what was noted says something else.
  const holder = worker(repository)
  process.kill(holder, 'SIGSTOP')
  const path = join(repository.dir, '.git/wingman/progress.json')
  const progress = JSON.parse(readFileSync(path, 'utf8'))
  for (const group of progress.groups) Object.assign(group, change)
  writeFileSync(path, JSON.stringify(progress))
  process.kill(holder, 'SIGKILL')
  repository.wingman('status')
  await began(2)
  expect(isRunning(first)).toBe(true)
  go()
  await repository.reviewed()
})

function scene() {
  const repository = gatedRepository(SLOW)
  const out = join(repository.dir, '..')
  vi.stubEnv('OUT', out)
  const pids = () =>
    existsSync(join(out, 'began'))
      ? readFileSync(join(out, 'began'), 'utf8').trim().split('\n').map(Number)
      : []
  const began = async (number: number) => {
    await until(() => pids().length >= number)
    return pids()
  }
  return { repository, began, go: () => writeFileSync(join(out, 'go'), '') }
}

const statusOf = (repository: WingmanRepository) => JSON.parse(repository.wingman('status', '--json').stdout)

const worker = (repository: WingmanRepository): number =>
  JSON.parse(readFileSync(join(repository.dir, '.git/wingman/progress.json'), 'utf8')).pid

const running = (repository: WingmanRepository) =>
  existsSync(join(repository.dir, '.git/wingman/progress.json')) ? worker(repository) : null

const waiting = (repository: WingmanRepository): number => statusOf(repository).waiting

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (holds()) return
    await pause(50)
  }
  throw new Error(`it never came to be: ${holds}`)
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
