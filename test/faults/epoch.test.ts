import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../../src/cli/compose.ts'
import { damagedLines } from '../../src/domain/epoch.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { type TestRepository, temporaryRepository } from '../support/repository.ts'
import { COUNTS } from './counts.ts'
import { LAYOUTS, PLAIN } from './shim/layouts.ts'

for (const [name, layout] of Object.entries({ 'a plain repository': PLAIN, ...LAYOUTS })) {
  test(`${name}: ${COUNTS.bumps} hooks at once, as many changes of our own, and others who only look: no bump is lost`, async () => {
    const repository = layout.make()
    repository.commit('start', { 'a.txt': '1' })
    recordedHooks(repository)
    const { ports, at } = openProject(repository.dir)
    const before = await ports.epoch.observe()
    const hooks = hooksOf(repository)
    const bySh = Array.from({ length: COUNTS.bumps }, (_, nth) => hook(repository, hooks, nth))
    const byUs = Array.from({ length: COUNTS.bumps }, () => openProject(repository.dir).ports.epoch.bump())
    const looks = Array.from({ length: 50 }, () => openProject(repository.dir).ports.epoch.observe())
    await Promise.all([...bySh, ...byUs, ...looks])
    expect(await ports.epoch.observe()).toBe(before + 2 * COUNTS.bumps)
    expect(damagedLines(readFileSync(at.epoch, 'utf8'))).toBe(0)
  })
}

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

/** What git has each hook find: its own folder in `GIT_DIR` too, wherever that is not `.git`. */
const hooksOf = ({ git }: TestRepository) => ({
  folder: git('rev-parse', '--path-format=absolute', '--git-path', 'hooks'),
  gitDir: git('rev-parse', '--absolute-git-dir'),
})

/** The hook that is installed, as git runs it after a commit, a merge, a checkout and an amended commit. */
async function hook(
  { dir }: TestRepository,
  { folder, gitDir }: ReturnType<typeof hooksOf>,
  nth: number,
): Promise<void> {
  const head = '0'.repeat(40)
  const [name = '', ...args] = [
    ['post-commit'],
    ['post-merge', '0'],
    ['post-checkout', head, head, '1'],
    ['post-rewrite', 'amend'],
  ][nth % 4] as string[]
  const env = { ...process.env, GIT_DIR: nth % 8 < 4 ? gitDir : '.git' }
  const child = spawn(join(folder, name), args, { cwd: dir, env, stdio: 'ignore' })
  expect(await once(child, 'close')).toEqual([0, null])
}
