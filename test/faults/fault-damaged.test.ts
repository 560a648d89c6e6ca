import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  pushes,
} from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

/** Every way in which a file can be something else than what was written there. */
const DAMAGES: Record<string, (path: string) => void> = {
  truncated: path => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2)),
  empty: path => writeFileSync(path, ''),
  binary: path => writeFileSync(path, Buffer.from([0, 255, 254, 0, 10, 13, 27, 91, 128])),
  'of another version': path => writeFileSync(path, otherVersion(readFileSync(path, 'utf8'))),
}

const otherVersion = (text: string): string =>
  /"version": ?1/.test(text)
    ? text.replace(/"version": ?1/, '"version": 99')
    : text.replace(/^wingman-request 1/, 'wingman-request 99').replace(/^/, 'version 99\n')

/** What of the store is damaged: every file below these that is there after a review of a clean commit. */
const KINDS = [
  'reviews',
  'results',
  'edges',
  'steps',
  'branches',
  'lock',
  'epoch',
  'asked',
  'id',
  'resolved-config.json',
  'adopted',
]

const ours = ({ dir }: WingmanRepository): string => join(dir, '.git', 'wingman')

function filesOf(repository: WingmanRepository, kind: string): string[] {
  const path = join(ours(repository), kind)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map(name => join(path, name))
    .filter(name => statSync(name).isFile())
}

function noBug(repository: WingmanRepository, ...args: string[]): void {
  const { output, status } = repository.wingman(...args)
  expect(output, args.join(' ')).not.toContain('bug of ours')
  expect(status, output).not.toBeNull()
}

for (const kind of KINDS) {
  for (const [damage, apply] of Object.entries(DAMAGES)) {
    test(`${kind}, ${damage}: nothing falls over, a review puts it right, and a defect is held`, async () => {
      const repository = gatedRepository(RULES_ONLY)
      await commitReviewed(repository, { 'a.js': CLEAN })
      const files = filesOf(repository, kind)
      expect(files.length, `nothing is kept as ${kind}`).toBeGreaterThan(0)
      files.forEach(apply)

      for (const look of [['status'], ['log'], ['show'], ['gate']]) noBug(repository, ...look)
      const reviewed = repository.wingman('run', 'review', '--no-wait')
      expect(reviewed.status, reviewed.output).toBe(0)
      pushes(repository)

      await commitReviewed(repository, { 'b.js': DEFECT })
      const held = repository.push()
      expect(held.status, held.output).not.toBe(0)
      expect(held.output).toContain('b.js')
    })
  }
}

for (const kind of KINDS) {
  test(`${kind}, folders in place of its files: that is said, nothing is approved by it, and without them all is well`, async () => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': CLEAN })
    const files = filesOf(repository, kind)
    for (const file of files) {
      rmSync(file)
      mkdirSync(file)
    }
    for (const look of [['status'], ['log'], ['show'], ['gate'], ['run', 'review']])
      noBug(repository, ...look)
    commitUnseen(repository, { 'b.js': DEFECT })
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.output).not.toContain('bug of ours')

    for (const file of files) rmSync(file, { recursive: true })
    await commitReviewed(repository, { 'b.js': CLEAN })
    pushes(repository)
  })
}

for (const [damage, apply] of Object.entries(DAMAGES)) {
  test(`an approval, ${damage}, does not let anything pass`, async () => {
    const repository = gatedRepository(RULES_ONLY)
    const tip = await commitReviewed(repository, { 'a.js': CLEAN })
    filesOf(repository, 'results').forEach(apply)
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(repository.git('-C', '../remote.git', 'rev-parse', 'main')).not.toBe(tip)
    expect(held.output).not.toContain('bug of ours')
  })

  test(`a request, ${damage}, is no request: the gate finds the gap, and others are answered`, async () => {
    const repository = gatedRepository(RULES_ONLY)
    const tip = commitUnseen(repository, { 'a.js': DEFECT })
    const path = `.git/wingman/queue/${tip}.1`
    repository.write({ [path]: `wingman-request 1\npost-commit ${tip} refs/heads/main -\nend\n` })
    apply(join(repository.dir, path))

    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.output).not.toContain('bug of ours')
    noBug(repository, 'status')
    const next = repository.commit('more', { 'b.js': CLEAN })
    const reviewed = repository.wingman('run', 'review')
    expect(reviewed.status, reviewed.output).toBe(1)
    expect(repository.lastReview().snapshot.commit).toBe(next)
  })
}

test('a lock that is claimed by nobody who could be asked does not keep anybody waiting', () => {
  const repository = gatedRepository(RULES_ONLY)
  commitUnseen(repository, { 'a.js': CLEAN })
  const claims = ['', '{', '\0\xff', '{"pid":1}', '{"version":99}', 'null', '[]', '"x"']
  for (const [at, claim] of claims.entries()) {
    repository.write({ [`.git/wingman/lock/claim.${1000 + at * 10}`]: claim })
    const reviewed = repository.wingman('run', 'review', '--no-wait', '--fresh')
    expect(reviewed.status, `${claim}: ${reviewed.output}`).toBe(0)
  }
})
