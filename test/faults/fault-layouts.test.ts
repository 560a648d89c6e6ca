import { readdirSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { everything } from '../support/everything.ts'
import { CLEAN, commitReviewed, commitUnseen, DEFECT, pushes, repairAndPush } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'
import { LAYOUTS, PLAIN, reviewedIn } from './shim/layouts.ts'
import { readOnly, WHY_NO_MOUNTS } from './shim/mounts.ts'
import { isRunning, slowReview, until } from './shim/slow-review.ts'

for (const [name, layout] of Object.entries({ 'a plain repository': PLAIN, ...LAYOUTS })) {
  test(`${name}: a worker killed in the middle is made up for, a defect is held, what is mended leaves`, async () => {
    const slow = slowReview()
    const repository = reviewedIn(layout, slow.config)

    const defective = repository.commit('work', { 'a.js': DEFECT })
    await slow.hasBegun()
    const worker: number = JSON.parse(repository.wingman('status', '--json').stdout).running.pid
    process.kill(worker, 'SIGKILL')
    await until(() => !isRunning(worker))
    slow.end()

    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.output).toContain('a.js')
    expect(repository.lastReview()).toMatchObject({
      verdict: 'needs-revision',
      snapshot: { commit: defective },
    })

    const mended = await commitReviewed(repository, { 'a.js': CLEAN })
    pushes(repository)
    expect(repository.git('rev-parse', '@{upstream}')).toBe(mended)
    expect(repository.tryGit('fsck', '--no-dangling')).toMatchObject({ status: 0, output: '' })
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test(`${name}: uncommitted work is reviewed, and it, the index and the stash stay as they were`, () => {
    const repository = reviewedIn(layout, RULES_ONLY)
    repository.write({ 'README.md': '# put away\n' })
    repository.git('stash', '-q')
    repository.write({ 'a.js': DEFECT, 'b.js': CLEAN })
    repository.git('add', 'b.js')
    const before = theirs(repository)
    const reviewed = repository.wingman('run', 'review')
    expect(reviewed.status, reviewed.output).toBe(1)
    expect(theirs(repository)).toEqual(before)
    expect(Object.keys(before).filter(path => path.endsWith('logs/refs/stash'))).toHaveLength(1)
  })

  test(`${name}: a damaged approval lets nothing pass, and a review puts it right`, async () => {
    const repository = reviewedIn(layout, RULES_ONLY)
    const tip = await commitReviewed(repository, { 'a.js': CLEAN })
    const results = resultsOf(repository)
    expect(results).not.toEqual([])
    for (const path of results) writeFileSync(path, '{"version":1,')
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.output).not.toContain('bug of ours')
    const pushed = repairAndPush(repository, held)
    expect(pushed.status, pushed.output).toBe(0)
    expect(repository.git('rev-parse', '@{upstream}')).toBe(tip)
  })

  test.skipIf(WHY_NO_MOUNTS)(
    `${name}: where the git directory is read-only nothing is approved, and the reason is said`,
    () => {
      const repository = reviewedIn(layout, RULES_ONLY)
      commitUnseen(repository, { 'a.js': CLEAN })
      const writable = readOnly(commonDir(repository))
      const reviewed = repository.wingman('run', 'review')
      expect(reviewed.status, reviewed.output).toBe(3)
      expect(reviewed.stderr).toMatch(/EROFS|[Rr]ead-only/)
      const held = repository.push()
      expect(held.status, held.output).not.toBe(0)
      expect(reviewed.stderr + held.stderr).not.toContain('bug of ours')

      writable()
      expect(repairAndPush(repository, repository.push())).toMatchObject({ status: 0 })
    },
  )
}

/** Byte for byte; what wingman keeps in the tree is its own. */
function theirs(repository: WingmanRepository): Record<string, string> {
  const ours = join(repository.dir, '.wingman') + sep
  return Object.fromEntries(Object.entries(everything(repository)).filter(([path]) => !path.startsWith(ours)))
}

const commonDir = ({ git }: WingmanRepository): string =>
  git('rev-parse', '--path-format=absolute', '--git-common-dir')

function resultsOf(repository: WingmanRepository): string[] {
  const folder = join(commonDir(repository), 'wingman', 'results')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name))
}
