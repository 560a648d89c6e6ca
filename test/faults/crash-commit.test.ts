import { expect, test } from 'vitest'
import { killEverywhere } from './shim/crash.ts'
import { commit } from './shim/scenes.ts'

test('a worker killed anywhere: a clean commit is reviewed by what comes next, and leaves', async () => {
  expect(await killEverywhere('commit', commit, 'clean')).toEqual([])
})

test('a worker killed anywhere: a defect is found by what comes next, and never leaves', async () => {
  expect(await killEverywhere('commit', commit, 'defect')).toEqual([])
})
