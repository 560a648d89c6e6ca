import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'
import { type Content, killEverywhere, type Scenario } from './shim/crash.ts'
import { reviewAgain, textOf } from './shim/recover.ts'

const THEN = { 'a.js': 'export const draft = 1\n', 'then/only.txt': 'then\n', 'README.md': '# then\n' }
const now = (content: Content) => ({
  'a.js': textOf(content),
  'now/only.txt': 'now\n',
  'README.md': '# now\n',
})

// The same in every copy; asking for it each time would be one more start.
let first = ''

const restore: Scenario = {
  config: RULES_ONLY,
  prepare(repository, content) {
    repository.write(THEN)
    expect(repository.wingman('run', 'review', '--dirty').status).toBe(0)
    first = snapshots(repository)[0]?.id ?? ''
    rmSync(join(repository.dir, 'then'), { recursive: true })
    repository.write(now(content))
    repository.git('add', 'a.js')
  },
  act: (repository, env) => void repository.wingmanWith({ env }, 'snapshots', 'restore', first),
  roles: ['snapshots restore'],
  leavesAll: true,
  movesFiles: true,
  recover(repository, content) {
    // The first way back is of what was there before anybody was killed; without one nothing may have been touched.
    const wayBack = snapshots(repository).find(({ note }) => note.trigger === 'restore')
    if (wayBack) expect(repository.wingman('snapshots', 'restore', wayBack.id)).toMatchObject({ status: 0 })
    expect(workOf(repository)).toEqual(now(content))
    expect(repository.has('then')).toBe(false)
    reviewAgain()(repository, content)
  },
}

/** The oldest first. */
function snapshots(repository: WingmanRepository): { id: string; note: { trigger: string } }[] {
  return JSON.parse(repository.wingman('snapshots', 'list', '--json').stdout).snapshots.reverse()
}

const workOf = ({ read }: WingmanRepository) => ({
  'a.js': read('a.js'),
  'now/only.txt': read('now/only.txt'),
  'README.md': read('README.md'),
})

test('a restore killed anywhere: what was there can be had back to the last byte', async () => {
  expect(await killEverywhere('restore', restore, 'clean')).toEqual([])
})
