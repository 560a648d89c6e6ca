import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openProject } from '../../src/cli/compose.ts'
import { temporaryRepository } from '../support/repository.ts'
import { COUNTS } from './counts.ts'

test(`${COUNTS.bumps} bumps at once, by hooks and by our own, beside others who only look: none is lost`, async () => {
  const repository = temporaryRepository()
  repository.commit('start', { 'a.txt': '1' })
  const { ports, at } = openProject(repository.dir)
  const before = await ports.epoch.observe()
  const bySh = Array.from({ length: COUNTS.bumps / 2 }, () => hook(at.epoch))
  const byUs = Array.from({ length: COUNTS.bumps / 2 }, () => openProject(repository.dir).ports.epoch.bump())
  const looks = Array.from({ length: 50 }, () => openProject(repository.dir).ports.epoch.observe())
  await Promise.all([...bySh, ...byUs, ...looks])
  expect(await ports.epoch.observe()).toBe(before + COUNTS.bumps)
})

test('many who notice the same move at once count it once', async () => {
  const repository = temporaryRepository()
  repository.commit('start', { 'a.txt': '1' })
  const before = await openProject(repository.dir).ports.epoch.observe()
  repository.commit('moved', { 'a.txt': '2' })
  const seen = await Promise.all(
    Array.from({ length: 50 }, () => openProject(repository.dir).ports.epoch.observe()),
  )
  expect(new Set(seen)).toEqual(new Set([before + 1]))
})

/** As templates/hooks/request.sh does it. */
async function hook(file: string): Promise<void> {
  await once(spawn('sh', ['-c', `printf '.\\n' >>"$1"`, 'sh', file]), 'close')
}
