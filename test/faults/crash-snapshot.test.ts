import { expect, test } from 'vitest'
import { killEverywhere } from './shim/crash.ts'
import { snapshot } from './shim/scenes.ts'

test('a snapshot killed anywhere: index, tree, HEAD, reflog and stash are as they were, and the next one is whole', async () => {
  expect(await killEverywhere('snapshot', snapshot, 'clean')).toEqual([])
})

test('a snapshot of a defect killed anywhere: nothing of it ever leaves', async () => {
  expect(await killEverywhere('snapshot', snapshot, 'defect')).toEqual([])
})
