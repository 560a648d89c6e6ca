import { expect, test } from 'vitest'
import { unlessStuck } from '../../../../src/adapters/models/unless-stuck.ts'

const never = new Promise<string>(() => {})

test('what ends is waited for, however it ends', async () => {
  const { signal } = new AbortController()
  expect(await unlessStuck(Promise.resolve('done'), signal)).toBe('done')
  await expect(unlessStuck(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
})

test.each(['before it began', 'in the middle'])(
  'what was stopped %s and does not end is left',
  async when => {
    const stop = new AbortController()
    if (when === 'before it began') stop.abort()
    const waiting = unlessStuck(never, stop.signal, 10)
    stop.abort()
    await expect(waiting).rejects.toThrow('did not end')
  },
)

test('what was stopped has a moment to say what it has', async () => {
  const partly = new Promise<string>(resolve => setTimeout(() => resolve('so far'), 20))
  expect(await unlessStuck(partly, AbortSignal.abort(), 5_000)).toBe('so far')
})
