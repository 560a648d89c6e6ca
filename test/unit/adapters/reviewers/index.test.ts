import { expect, test } from 'vitest'
import { reviewerTable } from '../../../../src/adapters/reviewers/index.ts'
import { temporaryFolder } from '../../../support/repository.ts'
import { reviewWork } from '../../../support/review-work.ts'

test('a reviewer has its name at once, and what it needs when it starts', async () => {
  const base = { name: 'check', paths: null }
  const reviewer = reviewerTable({ repository: '/nowhere' })({
    ...base,
    kind: 'run',
    run: 'true',
    in: 'tree',
    timeoutMs: 60_000,
  })
  expect(reviewer.name).toBe('check')
  expect(await reviewer.start(reviewWork(temporaryFolder()))).toMatchObject({
    state: 'done',
    claim: 'approved',
  })
})

test('a model reviewer is told what is missing', async () => {
  const prompt = { name: 'correctness', text: 'Look.' }
  const model = { name: 'deep', agent: 'codex', model: null, effort: null, env: {} }
  const table = reviewerTable({ repository: '/nowhere' })
  const reviewer = table({ kind: 'model', name: 'c', paths: null, models: [model], prompt, verify: null })
  expect(await reviewer.start(reviewWork(temporaryFolder()))).toMatchObject({ state: 'missing' })
})
