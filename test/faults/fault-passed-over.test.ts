import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, DEFECT } from '../support/gate-scenes.ts'
import { ENTRY, reviewedRepository, type WingmanRepository } from '../support/wingman.ts'
import { isRunning, slowReview, until } from './shim/slow-review.ts'

/** As somebody does who finds the holder silent for half an hour: a claim above its own, given up at once. */
function takeOver({ dir }: WingmanRepository): void {
  const lock = join(dir, '.git', 'wingman', 'lock')
  const highest = Math.max(...readdirSync(lock).map(name => Number(/^claim\.(\d+)$/.exec(name)?.[1] ?? 0)))
  writeFileSync(join(lock, `claim.${highest + 1}`), '')
}

test('a worker that was passed over speaks for nobody: its request stays, and whoever comes next answers it', async () => {
  const slow = slowReview()
  const repository = reviewedRepository(slow.config)
  const tip = repository.commit('work', { 'a.js': DEFECT })
  await slow.hasBegun()
  const worker: number = JSON.parse(repository.wingman('status', '--json').stdout).running.pid
  takeOver(repository)
  slow.end()
  await until(() => !isRunning(worker))

  expect(repository.has('.wingman/REVIEW.md'), 'the report is left to whoever took over').toBe(false)
  const { waiting, review, trouble } = JSON.parse(repository.wingman('status', '--json').stdout)
  expect({ waiting, review, trouble }).toEqual({ waiting: 1, review: null, trouble: null })
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'needs-revision', snapshot: { commit: tip } })
  expect(repository.has('.wingman/REVIEW.md')).toBe(true)
})

test('a review in the foreground that was passed over says so, and is no answer', async () => {
  const slow = slowReview()
  const repository = reviewedRepository(slow.config)
  repository.write({ 'a.js': CLEAN })
  const review = spawn(process.execPath, [ENTRY, 'run', 'review'], { cwd: repository.dir })
  let said = ''
  review.stderr.on('data', chunk => (said += chunk))
  await slow.hasBegun()
  takeOver(repository)
  slow.end()
  const [code] = await once(review, 'close')
  expect({ code, said }).toMatchObject({
    code: 3,
    said: expect.stringContaining('Another process has taken over'),
  })
})
