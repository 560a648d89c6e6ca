import { expect, test } from 'vitest'
import { reviewerTable } from '../../../../src/adapters/reviewers/index.ts'
import { httpModel, modelReviewerOf } from '../../../support/models.ts'
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
  const table = reviewerTable({ repository: '/nowhere' })
  const reviewer = table(
    modelReviewerOf({ models: [httpModel('http://127.0.0.1:9', { keyEnv: 'NOT_SET' })] }),
  )
  expect(await reviewer.start(reviewWork(temporaryFolder()))).toMatchObject({ state: 'missing' })
})
