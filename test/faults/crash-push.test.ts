import { expect, test } from 'vitest'
import { killEverywhere } from './shim/crash.ts'
import { push } from './shim/scenes.ts'

test('a push killed anywhere in the gate, or in the review that it waits for: a clean commit leaves the next time', async () => {
  expect(await killEverywhere('push', push, 'clean')).toEqual([])
})

test('a push killed anywhere in the gate, or in the review that it waits for: a defect never leaves', async () => {
  expect(await killEverywhere('push', push, 'defect')).toEqual([])
})
