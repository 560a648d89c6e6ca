import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquire, heldBy } from '../../../../src/adapters/store/lock.ts'
import { thisProcess } from '../../../../src/adapters/store/process-identity.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const held = (lock: Awaited<ReturnType<typeof acquire>>) => {
  if ('holder' in lock) throw new Error('busy')
  return lock
}

test('whoever has it is named, and the fence rises with every hand-over', async () => {
  const folder = temporaryFolder()
  const first = held(await acquire(folder))
  expect(await acquire(folder)).toMatchObject({ holder: { pid: process.pid } })
  await first.release()
  expect(await heldBy(folder)).toBeNull()
  expect(held(await acquire(folder)).fence).toBe(first.fence + 1)
})

test('a dead holder is taken over at once', async () => {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise(resolve => child.on('close', resolve))
  writeFileSync(join(folder, 'claim.7'), JSON.stringify({ ...thisProcess(), pid: child.pid }))
  expect(held(await acquire(folder)).fence).toBe(8)
})

test('a pid that was given to another process since is not the holder', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'claim.1'), JSON.stringify({ ...thisProcess(), started: 'long ago' }))
  expect(held(await acquire(folder)).fence).toBe(2)
})

test.each(['', '{', 'null', '{"pid":"x"}'])('a damaged claim (%j) blocks nobody', async text => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'claim.1'), text)
  expect(held(await acquire(folder)).fence).toBe(2)
})

test('of many that race exactly one has it, and nothing is left behind', async () => {
  const folder = temporaryFolder()
  for (let round = 0; round < 20; round += 1) {
    const locks = await Promise.all(Array.from({ length: 8 }, () => acquire(folder)))
    const winners = locks.filter(lock => 'fence' in lock)
    expect(winners).toHaveLength(1)
    for (const lock of winners) await lock.release()
  }
  expect(readdirSync(folder).length).toBeLessThanOrEqual(2)
})
