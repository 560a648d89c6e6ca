import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from '../../../../../src/adapters/reviewers/model/in-turns.ts'

test('an error is thrown when nobody is at work any more, and nothing is begun after it', async () => {
  const begun: number[] = []
  let atWork = 0
  const work = async (item: number) => {
    begun.push(item)
    atWork++
    await pause(item === 0 ? 5 : 50)
    atWork--
    if (item === 0) throw new Error('no')
    return item
  }
  await expect(inTurns([0, 1, 2, 3, 4, 5], work)).rejects.toThrow('no')
  expect([begun, atWork]).toEqual([[0, 1, 2], 0])
})

test('results come in the order of the items', async () => {
  expect(await inTurns([30, 20, 10, 0], ms => pause(ms, ms))).toEqual([30, 20, 10, 0])
})
