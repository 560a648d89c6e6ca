import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, commitUnseen, gatedRepository, repairIn } from '../support/gate-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'
import { readOnly, WHY_NO_MOUNTS } from './shim/mounts.ts'

test.skipIf(WHY_NO_MOUNTS)(
  'in a read-only git directory one can look, and the gate knows what was approved',
  async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': CLEAN })
    const { id } = repository.lastReview()
    readOnly(join(repository.dir, '.git'))

    for (const look of [['status'], ['log'], ['show', id], ['gate']]) {
      const looked = repository.wingman(...look)
      expect(looked, `${look}: ${looked.output}`).toMatchObject({ status: 0, stderr: '' })
    }
  },
)

test.skipIf(WHY_NO_MOUNTS)(
  'in a read-only git directory nothing is reviewed, nothing is approved, and the reason is said',
  () => {
    const repository = gatedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': CLEAN })
    const writable = readOnly(join(repository.dir, '.git'))

    const reviewed = repository.wingman('run', 'review')
    expect(reviewed.status, reviewed.output).toBe(3)
    expect(reviewed.stderr).toMatch(/EROFS|[Rr]ead-only/)
    expect(reviewed.stderr).not.toContain('bug of ours')
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.stderr).not.toContain('bug of ours')

    writable()
    expect(repository.wingman(...repairIn(repository.push()))).toMatchObject({ status: 0 })
    expect(repository.push()).toMatchObject({ status: 0 })
  },
)

test.skipIf(WHY_NO_MOUNTS)('a config that changed and cannot be kept is told from a broken one', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.write({ 'wingman.config.yaml': `${RULES_ONLY}# changed\n` })
  readOnly(join(repository.dir, '.git'))
  const { config } = JSON.parse(repository.wingman('status', '--json').stdout)
  expect(config.message).toMatch(/could not be written to .+(EROFS|[Rr]ead-only)/)
})
