import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, gatedRepository, pushes } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'
import { COUNTS } from './counts.ts'

test(`a store with ${COUNTS.records} records: gate, status and log are as right as with two`, async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  multiply(repository, COUNTS.records)

  const newest = repository.lastReview().id
  const { reviews } = JSON.parse(repository.wingman('log', '--limit', '3', '--json').stdout)
  expect(reviews).toHaveLength(3)
  expect(reviews[0].id).toBe(newest)
  const all = JSON.parse(repository.wingman('log', '--limit', '100000', '--json').stdout)
  expect(all.unreadable).toEqual([])
  expect(all.reviews).toHaveLength(COUNTS.records + 1)

  const defective = await commitReviewed(repository, { 'b.js': DEFECT })
  const { review } = JSON.parse(repository.wingman('status', '--json').stdout)
  expect(review).toMatchObject({ commit: defective, verdict: 'needs-revision', isHead: true })
  expect(repository.push().status).not.toBe(0)
  await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository)
})

/** Approvals of content that is not ours, older than the real one: thousands of reasons to say yes, none of them a good one. */
function multiply({ dir }: WingmanRepository, count: number): void {
  const ours = join(dir, '.git', 'wingman')
  const review = firstIn(join(ours, 'reviews'), 'review.json')
  const result = firstIn(join(ours, 'results'), '.json')
  for (let at = 0; at < count; at += 1) {
    const other = (text: string) => createHash('sha256').update(`${text} ${at}`).digest('hex')
    const id = `20200101-${String(at).padStart(9, '0')}-${other('id').slice(0, 6)}`
    const snapshot = { ...review.snapshot, digest: other('digest'), commit: other('c').slice(0, 40) }
    put(join(ours, 'reviews', id, 'review.json'), { ...review, id, snapshot })
    const key = `diff-${other('digest')}`
    put(join(ours, 'results', key, `${result.policy}.0.json`), { ...result, key, review: id, snapshot })
    put(join(ours, 'edges', other('tree').slice(0, 40), other('base').slice(0, 40)), other('digest'))
  }
}

function firstIn(folder: string, end: string) {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(it => it.endsWith(end))
  return JSON.parse(readFileSync(join(folder, name ?? ''), 'utf8'))
}

function put(path: string, content: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? `${content}\n` : JSON.stringify(content))
}
