import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createOnce, writeWhole } from '../../../../src/adapters/store/files.ts'
import { temporaryFolder } from '../../../support/repository.ts'

/** What was done to the disk, in its order; names of temporary files are left out. */
const done = vi.hoisted(() => [] as string[])

vi.mock('node:fs/promises', async original => {
  const real = await original<typeof import('node:fs/promises')>()
  const named =
    (what: string, move: (from: string, to: string) => Promise<void>) => async (from: string, to: string) => {
      await move(from, to)
      done.push(`${what} ${nameOf(from)} ${nameOf(to)}`)
    }
  const open: typeof real.open = async (path, ...more) => {
    const handle = await real.open(path, ...more)
    for (const step of ['writeFile', 'sync'] as const) {
      const act = handle[step].bind(handle) as (...args: unknown[]) => Promise<void>
      handle[step] = async (...args: unknown[]) => {
        await act(...args)
        done.push(`${step} ${nameOf(String(path))}`)
      }
    }
    return handle
  }
  return { ...real, open, rename: named('rename', real.rename), link: named('link', real.link) }
})

const nameOf = (path: string): string => basename(path).replace(/^\.tmp-.*/, 'temporary')

beforeEach(() => {
  done.length = 0
})

/** One that is not there yet: its own name has to reach the disk as well. */
function newFolder(): string {
  const above = join(temporaryFolder(), 'above')
  mkdirSync(above)
  return join(above, 'records')
}

test('a file is on the disk before it has its name, and the name is on the disk before anybody is told', async () => {
  const folder = newFolder()
  await writeWhole(join(folder, 'one.json'), 'text')
  expect(done).toEqual([
    'sync above',
    'writeFile temporary',
    'sync temporary',
    'rename temporary one.json',
    'sync records',
  ])
  expect(readFileSync(join(folder, 'one.json'), 'utf8')).toBe('text')
})

test('so is one that is made only once; the second who comes leaves the name alone', async () => {
  const folder = newFolder()
  expect(await createOnce(join(folder, 'one.json'), 'text')).toBe(true)
  expect(done).toEqual([
    'sync above',
    'writeFile temporary',
    'sync temporary',
    'link temporary one.json',
    'sync records',
  ])
  expect(await createOnce(join(folder, 'one.json'), 'other')).toBe(false)
  expect(readFileSync(join(folder, 'one.json'), 'utf8')).toBe('text')
})
