import { closeSync, cpSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitUnseen, DEFECT, gatedRepository, repairIn } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'
import { LAYOUTS, PLAIN, reviewedIn } from './shim/layouts.ts'
import { ontoSmallDisk, smallDisk, WHY_NO_MOUNTS } from './shim/mounts.ts'

/** To the last byte; answers how to make room again. */
function fill(folder: string): () => void {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch {
      // full for this size
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

function onSmallDisk(layout = PLAIN): { repository: WingmanRepository; disk: string } {
  const disk = smallDisk('4m')
  const { dir } = reviewedIn(layout, RULES_ONLY)
  const folder = join(dir, ...layout.path.split('/').map(() => '..'))
  cpSync(folder, disk, { recursive: true, preserveTimestamps: true })
  layout.moved?.(disk)
  return { disk, repository: wingmanAt(join(disk, layout.path)) }
}

const tips = ({ git }: WingmanRepository) => ({
  here: git('rev-parse', 'HEAD'),
  there: git('ls-remote', 'origin', git('symbolic-ref', 'HEAD')).split('\t')[0],
})

test.skipIf(WHY_NO_MOUNTS).each(Object.entries({ 'a plain repository': PLAIN, ...LAYOUTS }))(
  '%s: a review on a full disk says so, approves nothing, and is made when there is room',
  (_, layout) => {
    const { repository, disk } = onSmallDisk(layout)
    commitUnseen(repository, { 'a.js': CLEAN })
    const makeRoom = fill(disk)

    const reviewed = repository.wingman('run', 'review')
    expect(reviewed.status, reviewed.output).toBe(3)
    expect(reviewed.stderr).toMatch(/ENOSPC|[Nn]o space left/)
    expect(reviewed.stderr).not.toContain('bug of ours')
    const looked = repository.wingman('status')
    expect(looked, looked.output).toMatchObject({ status: 0 })
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.stderr).not.toContain('bug of ours')

    makeRoom()
    expect(repository.wingman(...repairIn(repository.push()))).toMatchObject({ status: 0 })
    expect(repository.push()).toMatchObject({ status: 0 })
    expect(tips(repository).there).toBe(tips(repository).here)
    expect(repository.tryGit('fsck', '--no-dangling')).toMatchObject({ status: 0, output: '' })
  },
)

test.skipIf(WHY_NO_MOUNTS)(
  'a disk that fills up under a waiting request: the push is held with the reason, and goes through when there is room',
  () => {
    const { repository, disk } = onSmallDisk()
    const tip = commitUnseen(repository, { 'a.js': CLEAN })
    const request = `wingman-request 1\npost-commit ${tip} refs/heads/main -\nend\n`
    repository.write({ [`.git/wingman/queue/${tip}.1`]: request })
    const makeRoom = fill(disk)

    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(tips(repository).there).not.toBe(tip)
    expect(repository.has(`.git/wingman/queue/${tip}.1`), 'the request is kept').toBe(true)

    makeRoom()
    const pushed = repository.push()
    expect(pushed.status, pushed.output).toBe(0)
    expect(tips(repository).there).toBe(tip)
  },
)

test.skipIf(WHY_NO_MOUNTS)(
  'where no request can be written a commit is made all the same and told so; the gate finds the gap',
  async () => {
    const repository = gatedRepository(RULES_ONLY)
    const ours = join(repository.dir, '.git', 'wingman')
    ontoSmallDisk(ours, '1m')
    const makeRoom = fill(ours)
    repository.write({ 'a.js': DEFECT })
    repository.git('add', '-A')

    const committed = repository.tryGit('commit', '-q', '-m', 'on a full disk')
    expect(committed.status, committed.output).toBe(0)
    expect(committed.stderr).toMatch(/no request could be left in .+; review this commit with/)
    expect(readdirSync(join(ours, 'queue')), 'half a request would lie there for ever').toEqual([])
    expect(repository.push().status).not.toBe(0)

    makeRoom()
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(repository.wingman(...repairIn(held))).toMatchObject({ status: 1 })
    repository.commit('mended', { 'a.js': CLEAN })
    await repository.reviewed()
    const pushed = repository.push()
    expect(pushed.status, pushed.output).toBe(0)
  },
)
