import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, gatedRepository, pushes } from '../support/gate-scenes.ts'
import type { Finished } from '../support/repository.ts'
import { ATTESTED, answers, attested, freshClone, madeOnce } from '../support/verify-scenes.ts'
import type { WingmanRepository } from '../support/wingman.ts'

/** Types every git command that a message shows, as it stands there. */
function followed(clone: WingmanRepository, { stderr }: Finished): void {
  const commands = [...stderr.matchAll(/`(git [^`]+)`/g)].map(([, command = '']) => command)
  expect(commands.length, stderr).toBeGreaterThan(0)
  for (const command of commands) answers(clone.run('sh', ['-c', command]), 0)
}

/** A branch of two reviewed commits, beside a main that went on; the remote serves parts of itself. */
const topicBesideMain = () =>
  madeOnce('topic beside main', async () => {
    const repository = gatedRepository(ATTESTED)
    const start = repository.git('rev-parse', 'HEAD')
    repository.git('checkout', '-q', '-b', 'topic')
    await commitReviewed(repository, { 'sub/a.js': CLEAN })
    await commitReviewed(repository, { 'sub/b.js': CLEAN })
    pushes(repository, 'origin', 'topic')
    repository.git('checkout', '-q', 'main')
    await commitReviewed(repository, { 'other.js': CLEAN })
    pushes(repository, 'origin', 'main')
    repository.git('-C', '../remote.git', 'config', 'uploadpack.allowFilter', 'true')
    repository.git('-C', '../remote.git', 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    return { repository, start }
  })

const CLONES: [string, string[], string[]][] = [
  ['of depth 1', ['--depth', '1'], ['origin/main..HEAD']],
  ['of depth 1 and one branch, asked for nothing in particular', ['--depth', '1', '--single-branch'], []],
  ['of one branch', ['--single-branch'], ['origin/main..HEAD']],
  ['of one branch, asked for nothing in particular', ['--single-branch'], []],
  ['of depth 1 without trees', ['--depth', '1', '--filter=tree:0'], ['origin/main..HEAD']],
  ['without trees', ['--filter=tree:0'], ['origin/main..HEAD']],
  ['of depth 2, with all branches', ['--depth', '2', '--no-single-branch'], ['origin/main..HEAD']],
]

test.each(CLONES)('what verify says in a clone %s leads to an answer', async (_, options, range) => {
  const { repository } = await topicBesideMain()
  const clone = freshClone(repository, '-b', 'topic', ...options)
  // Each answer may show the next thing that is missing; none is shown twice.
  let said = clone.wingman('verify', ...range)
  const seen = new Set<string>()
  while (said.status === 3) {
    expect(seen).not.toContain(said.stderr)
    seen.add(said.stderr)
    followed(clone, said)
    said = clone.wingman('verify', ...range)
  }
  expect(seen.size).toBeGreaterThan(0)
  expect(seen.size).toBeLessThanOrEqual(2)
  answers(said, 0)
})

test('without what files hold a gap is a gap', async () => {
  const { repository } = await topicBesideMain()
  repository.git('checkout', '-q', 'topic')
  repository.write({ 'c.js': CLEAN })
  repository.git('add', '-A')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'unseen')
  pushes(repository, '--no-verify', 'origin', 'topic')
  const blobless = freshClone(repository, '-b', 'topic', '--no-checkout', '--filter=blob:none')
  blobless.git('checkout', '-q', 'topic', '--', 'wingman.config.yaml')
  const held = answers(blobless.wingman('verify', 'origin/main..HEAD'), 1)
  expect(held.stdout).toContain(repository.git('rev-parse', 'HEAD'))
})

test('a merge that needs what files hold is not guessed at', async () => {
  const repository = gatedRepository(ATTESTED)
  const start = repository.git('rev-parse', 'HEAD')
  // So near to each other that neither reads the same beside the other, and not so near that git would ask.
  const text = (first: string, fourth: string) => `// ${first}\n// 2\n// 3\n// ${fourth}\n// 5\n`
  await commitReviewed(repository, { 'a.js': text('1', '4') })
  pushes(repository)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': text('one', '4') })
  repository.git('checkout', '-q', 'main')
  await commitReviewed(repository, { 'a.js': text('1', 'four') })
  pushes(repository, 'origin', 'main', 'topic')
  repository.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--no-ff', '-m', 'merge', 'topic')
  pushes(repository)
  const remote = ['-C', '../remote.git', 'config']
  repository.git(...remote, 'uploadpack.allowFilter', 'true')
  answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 0)
  const blobless = freshClone(repository, '--no-checkout', '--filter=blob:none')
  blobless.git('checkout', '-q', 'main', '--', 'wingman.config.yaml')
  const unknown = answers(blobless.wingman('verify', `${start}..HEAD`), 3)
  followed(blobless, unknown)
  answers(blobless.wingman('verify', `${start}..HEAD`), 0)

  // One that a person has decided is a gap, once that can be told.
  repository.git('reset', '-q', '--hard', 'HEAD~1')
  repository.write({ 'a.js': text('uno', 'quattro') })
  repository.git('add', '-A')
  const tree = repository.git('write-tree')
  const decided = repository.git('commit-tree', tree, '-p', 'HEAD', '-p', 'topic', '-m', 'mine')
  pushes(repository, '--no-verify', '--force', 'origin', `${decided}:main`)
  const another = freshClone(repository, '--no-checkout', '--filter=blob:none')
  another.git('checkout', '-q', 'main', '--', 'wingman.config.yaml')
  followed(another, answers(another.wingman('verify', `${start}..HEAD`), 3))
  answers(another.wingman('verify', `${start}..HEAD`), 1)
})

test('a name that only the remote has is told', async () => {
  const { repository } = await attested()
  repository.git('push', '-q', '--no-verify', 'origin', 'HEAD~1:refs/heads/old')
  const said = answers(freshClone(repository).wingman('verify', 'old..HEAD'), 3)
  expect(said.stderr).toContain('`origin/old` is: name it so')
  answers(freshClone(repository).wingman('verify', 'origin/old..HEAD'), 0)
})
