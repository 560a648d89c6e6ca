import { expect, test } from 'vitest'
import { killEverywhere } from './shim/crash.ts'
import { review } from './shim/scenes.ts'

test('a review of uncommitted work killed anywhere: the person’s work is as it was, and the next one completes', async () => {
  expect(await killEverywhere('run review', review, 'clean')).toEqual([])
})

test('a review of uncommitted work killed anywhere: a defect is still found, and never leaves', async () => {
  expect(await killEverywhere('run review', review, 'defect')).toEqual([])
})
