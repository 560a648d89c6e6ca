import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, commitUnseen, gatedRepository, pushes } from '../support/gate-scenes.ts'
import { repositoryAt } from '../support/repository.ts'
import { ATTESTED, answers, attested, freshClone } from '../support/verify-scenes.ts'
import { reviewedRepository } from '../support/wingman.ts'

test('a repository with longer object ids is verified the same way', async () => {
  const init = ['init', '-q', '-b', 'main', '--object-format=sha256']
  const repository = reviewedRepository(ATTESTED, { init, remoteInit: ['--object-format=sha256'] })
  const start = await commitReviewed(repository, { 'a.js': CLEAN })
  await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository)
  answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 0)
  answers(freshClone(repository).wingman('verify', `${start}~1..HEAD`), 0)
  const unseen = commitUnseen(repository, { 'c.js': CLEAN })
  pushes(repository, '--no-verify')
  const held = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
  expect(held.stdout).toContain(unseen)
})

test('without an answer it is no yes: no config, no gates, no such commit, nothing in it, no remote', async () => {
  const { repository, start } = await attested()
  const fresh = freshClone(repository)
  expect(answers(fresh.wingman('verify'), 3).stderr).toContain('HEAD has nothing that origin/HEAD has not')
  const empty = answers(fresh.wingman('verify', 'HEAD..HEAD~1'), 3)
  expect(empty.stderr).toContain(
    'HEAD~1 has nothing that HEAD has not, so nothing would be verified. [E_NOTHING_TO_VERIFY]',
  )
  expect(empty.stderr).toContain('the other way round')
  expect(answers(repository.wingman('attest', 'HEAD..HEAD'), 3).stderr).toContain('nothing would be attested')
  expect(answers(fresh.wingman('verify', 'nowhere..HEAD'), 3).stderr).toContain('`nowhere` is not a commit')
  expect(answers(fresh.wingman('verify', 'HEAD'), 2).stderr).toContain('is not a range')
  for (const range of [`${start}....HEAD`, `${start}..HEAD..HEAD`])
    expect(answers(fresh.wingman('verify', range), 2).stderr).toContain('Name one as `A..B`')
  answers(fresh.wingman('verify', `${start}...HEAD`), 0)
  answers(repository.wingman('attest', `${start}...`), 0)
  expect(answers(fresh.wingman('verify', `${start}..HEAD`, '--remote', 'nowhere'), 3).stderr).toContain(
    'could not be fetched from `nowhere`',
  )
  fresh.git('remote', 'remove', 'origin')
  expect(answers(fresh.wingman('verify', '--no-fetch'), 3).stderr).toContain('is not known in this clone')
  fresh.write({ 'wingman.config.yaml': 'loops:\n  basics:\n    reviewers: [rules]\n' })
  expect(answers(fresh.wingman('verify', `${start}..HEAD`, '--no-fetch'), 3).stderr).toContain('has no gates')
  fresh.write({ 'wingman.config.yaml': `enabled: false\n${ATTESTED}` })
  expect(answers(fresh.wingman('verify', `${start}..HEAD`, '--no-fetch'), 3).stderr).toContain(
    'switches wingman off',
  )
  fresh.git('rm', '-q', '-f', 'wingman.config.yaml')
  expect(answers(fresh.wingman('verify', `${start}..HEAD`, '--no-fetch'), 3).stderr).toContain(
    'no wingman config',
  )
})

test('a clone of depth 50 answers for what it has, and for no more', async () => {
  const repository = gatedRepository(ATTESTED)
  const start = repository.git('rev-parse', 'HEAD')
  for (let number = 0; number < 60; number += 1)
    commitUnseen(repository, { 'n.js': `export const n = ${number}\n` })
  const middle = await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
  await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository)

  const shallow = freshClone(repository, '--depth', '50')
  answers(shallow.wingman('verify', `${middle}..HEAD`), 0)
  const unknown = answers(shallow.wingman('verify', `${start}..HEAD`), 3)
  expect(unknown.stderr).toContain(`This clone is shallow, and \`${start}\` is not in it`)
  expect(unknown.stderr).toContain('git fetch --unshallow origin')

  // Whose base lies below the cut: a full clone finds that it is covered.
  const below = answers(shallow.wingman('verify', 'HEAD~5..HEAD~1'), 3)
  expect(below.stderr).toContain('which may lie below where it ends')
  const whole = freshClone(repository)
  const unsure = answers(whole.wingman('verify', 'HEAD~5..HEAD~1'), 3)
  expect(unsure.stdout).toContain(`verify ${start.slice(0, 10)}..HEAD~1`)
  answers(whole.wingman('verify', `${start.slice(0, 10)}..HEAD~1`), 0)

  // Another branch, with nothing below it that both clones know.
  shallow.git('fetch', '-q', '--depth', '1', 'origin', start)
  const cut = answers(shallow.wingman('verify', `${start}..HEAD`), 3)
  expect(cut.stderr).toContain('so a depth of more than 50 is needed')
  const [, command = ''] = /`(git fetch [^`]+)`/.exec(cut.stderr) ?? []
  answers(shallow.run('sh', ['-c', command]), 0)
  answers(shallow.wingman('verify', `${start}..HEAD`), 0)
})

test('a partial clone needs trees, and says so; what files hold is not needed', async () => {
  const { repository, start } = await attested()
  repository.git('-C', '../remote.git', 'config', 'uploadpack.allowFilter', 'true')
  repository.git('-C', '../remote.git', 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  const blobless = freshClone(repository, '--filter=blob:none')
  answers(blobless.wingman('verify', `${start}..HEAD`), 0)
  const treeless = freshClone(repository, '--filter=tree:0')
  const undecided = answers(treeless.wingman('verify', `${start}..HEAD`), 3)
  expect(undecided.stderr).toContain('This is a partial clone')
  expect(undecided.stderr).toContain('--filter=blob:none')
})

test('it works from a subdirectory, and in a linked worktree', async () => {
  const { repository, start } = await attested()
  const fresh = freshClone(repository)
  fresh.write({ 'sub/x.txt': 'x\n' })
  answers(fresh.wingmanWith({ cwd: join(fresh.dir, 'sub') }, 'verify', `${start}..HEAD`), 0)
  fresh.git('worktree', 'add', '-q', '--detach', '../linked')
  const linked = repositoryAt(join(fresh.dir, '../linked'))
  answers(fresh.wingmanWith({ cwd: linked.dir }, 'verify', `${start}..HEAD`), 0)
})
