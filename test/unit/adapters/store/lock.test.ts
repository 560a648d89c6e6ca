import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { acquire, heldBy } from '../../../../src/adapters/store/lock.ts'
import { thisProcess } from '../../../../src/adapters/store/process-identity.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const me = () => ({ ...thisProcess(), doing: 'a test', since: Date.now() })

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
  writeFileSync(join(folder, 'claim.7'), JSON.stringify({ ...me(), pid: child.pid }))
  expect(held(await acquire(folder)).fence).toBe(8)
})

test('a pid that was given to another process since is not the holder', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'claim.1'), JSON.stringify({ ...me(), started: 'long ago' }))
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

test('a live holder that gave no sign for half an hour is taken over, and knows it', async () => {
  const folder = temporaryFolder()
  const clock = join(temporaryFolder(), 'clock')
  vi.stubEnv('WINGMAN_CLOCK', clock)
  const first = held(await acquire(folder))
  writeFileSync(clock, `${29 * 60_000}`)
  expect(await acquire(folder)).toMatchObject({ holder: { pid: process.pid } })
  writeFileSync(clock, `${31 * 60_000}`)
  const second = held(await acquire(folder))
  expect(second.fence).toBe(first.fence + 1)
  expect([await first.isHeld(), await second.isHeld()]).toEqual([false, true])
  await first.release()
  expect(await second.isHeld(), 'a late release frees nothing of anybody else').toBe(true)
  expect(await acquire(folder)).toHaveProperty('holder')
})

test('a sign that was given counts, and one that cannot be read says nothing', async () => {
  const folder = temporaryFolder()
  const hour = 60 * 60_000
  writeFileSync(join(folder, 'claim.1'), JSON.stringify({ ...me(), since: Date.now() - 5 * hour }))
  writeFileSync(join(folder, 'sign.1'), `${Date.now()}`)
  expect(await acquire(folder)).toHaveProperty('holder')
  writeFileSync(join(folder, 'sign.1'), 'half a')
  expect(held(await acquire(folder)).fence).toBe(2)
})

test('a holder on another machine cannot be asked, and is believed as long as it gives signs', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'claim.1'), JSON.stringify({ ...me(), host: 'elsewhere' }))
  expect(await acquire(folder)).toMatchObject({ holder: { host: 'elsewhere' } })
  writeFileSync(join(folder, 'claim.1'), JSON.stringify({ ...me(), host: 'elsewhere', since: 0 }))
  expect(held(await acquire(folder)).fence).toBe(2)
})

test('a folder or bytes in place of a claim block nobody', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'claim.1'))
  const lock = held(await acquire(folder))
  expect(lock.fence).toBe(2)
  await lock.release()
  writeFileSync(join(folder, 'claim.3'), Buffer.from([0, 255, 254]))
  expect(held(await acquire(folder)).fence).toBe(4)
})

test('the ticket of a contender that was killed is swept away, the one of a live one is not', async () => {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise(resolve => child.on('close', resolve))
  writeFileSync(join(folder, `.ticket-${child.pid}-abc`), '')
  writeFileSync(join(folder, `.ticket-${process.ppid}-abc`), '')
  held(await acquire(folder))
  expect(readdirSync(folder).filter(name => name.startsWith('.ticket'))).toEqual([
    `.ticket-${process.ppid}-abc`,
  ])
})

test('a holder that was passed over is told within a minute, and gives no more signs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = temporaryFolder()
  const lock = held(await acquire(folder))
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(readdirSync(folder)).toContain(`sign.${lock.fence}`))
  expect(lock.lost.aborted).toBe(false)
  writeFileSync(join(folder, `claim.${lock.fence + 1}`), JSON.stringify(me()))
  rmSync(join(folder, `sign.${lock.fence}`))
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(lock.lost).toMatchObject({ aborted: true, reason: 'passed over' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(readdirSync(folder)).not.toContain(`sign.${lock.fence}`)
})
