import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, gatedRepository, pushes } from '../support/gate-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, reviewedRepository } from '../support/wingman.ts'
import { slowReview } from './shim/slow-review.ts'

const DAY = 24 * 60 * 60_000

/** The clock of every process that is started from here on, detached ones included. */
function clock() {
  const file = join(temporaryFolder(), 'clock')
  process.env.WINGMAN_CLOCK = file
  onTestFinished(() => {
    delete process.env.WINGMAN_CLOCK
  })
  return { set: (offset: number) => writeFileSync(file, `${offset}`) }
}

test('a clock that jumps back between two reviews: the later one speaks, and the gate goes by it', async () => {
  const time = clock()
  const repository = gatedRepository(RULES_ONLY)
  time.set(0)
  await commitReviewed(repository, { 'a.js': CLEAN })
  time.set(-3 * DAY)
  const defective = await commitReviewed(repository, { 'b.js': DEFECT })

  const { running, waiting, trouble, review } = JSON.parse(repository.wingman('status', '--json').stdout)
  expect({ running, waiting, trouble }).toEqual({ running: null, waiting: 0, trouble: null })
  expect(review).toMatchObject({ commit: defective, verdict: 'needs-revision' })
  expect(repository.push().status).not.toBe(0)

  time.set(-6 * DAY)
  const mended = await commitReviewed(repository, { 'b.js': CLEAN })
  expect(repository.lastReview().snapshot.commit).toBe(mended)
  expect(JSON.parse(repository.wingman('log', '--json').stdout)).toMatchObject({
    reviews: { length: 3 },
    unreadable: [],
  })
  pushes(repository)
})

test('a clock that jumps back while a review runs: nobody waits for ever, nothing is approved twice over or by accident', async () => {
  const time = clock()
  const slow = slowReview()
  const repository = reviewedRepository(slow.config)
  time.set(0)
  const tip = repository.commit('work', { 'a.js': DEFECT })
  await slow.hasBegun()
  time.set(-3 * DAY)
  slow.end()
  const reviewed = repository.wingman('run', 'review')
  expect(reviewed.status, reviewed.output).toBe(1)
  await repository.reviewed()
  expect(repository.push().status).not.toBe(0)
  expect(repository.git('rev-parse', 'origin/main')).not.toBe(tip)
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
})

test('a clock that jumps back a day and forward a year: a lock that was let go is free at any time', async () => {
  const time = clock()
  const repository = gatedRepository(RULES_ONLY)
  for (const offset of [0, -DAY, 365 * DAY, -365 * DAY]) {
    time.set(offset)
    const reviewed = repository.wingman('run', 'review', '--no-wait', '--commit', 'HEAD')
    expect(reviewed.status, reviewed.output).toBe(0)
  }
})
