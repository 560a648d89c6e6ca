import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  onRemote,
  pushes,
  repairAndPush,
  shortId,
} from '../support/gate-scenes.ts'
import { RULES_ONLY, reviewedRepository, wingmanAt } from '../support/wingman.ts'

test('a reviewed branch goes out as a new branch, by a raw id, to another name, and once more when up to date', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('checkout', '-q', '-b', 'topic')
  const first = await commitReviewed(repository, { 'a.js': CLEAN })
  const second = await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository, 'origin', 'topic')
  expect(repository.push('origin', 'topic').output).toContain('up-to-date')
  pushes(repository, 'origin', 'HEAD~1:refs/heads/earlier')
  expect(onRemote(repository, 'earlier')).toBe(first)
  pushes(repository, 'origin', `${second}:refs/heads/raw`)
  pushes(repository, '--all', 'origin')
})

test('only what is pushed is asked for, not HEAD', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const good = await commitReviewed(repository, { 'a.js': CLEAN })
  const bad = await commitReviewed(repository, { 'b.js': DEFECT })
  pushes(repository, 'origin', 'HEAD~1:refs/heads/earlier')
  const held = repository.push('origin', `${bad}:refs/heads/raw`)
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('refs/heads/raw')
  expect(held.stderr).toContain('b.js:1  debugger-statement')
  expect(onRemote(repository, 'earlier')).toBe(good)
  expect(onRemote(repository, 'raw')).toBeNull()
})

test('of several refs the bad one is named, and none goes out', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('checkout', '-q', '-b', 'good')
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('checkout', '-q', '-b', 'bad', 'main')
  await commitReviewed(repository, { 'b.js': DEFECT })
  for (const push of [
    ['origin', 'good', 'bad'],
    ['--all', 'origin'],
    ['origin', ':gone', 'good', 'bad'],
  ]) {
    repository.git('-C', '../remote.git', 'update-ref', 'refs/heads/gone', 'refs/heads/main')
    const held = repository.push(...push)
    expect(held.status).toBe(1)
    expect(held.stderr).toContain('refs/heads/bad: 1 new commit')
    expect(held.stderr).not.toContain('refs/heads/good:')
  }
  expect(onRemote(repository, 'good')).toBeNull()
  pushes(repository, 'origin', ':gone')
  expect(onRemote(repository, 'gone')).toBeNull()
})

test('tags are held as the commits they name', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('tag', 'light')
  repository.git('tag', '-a', 'noted', '-m', 'noted')
  pushes(repository, 'origin', 'light', 'noted')

  const unseen = commitUnseen(repository, { 'b.js': CLEAN })
  repository.git('tag', 'light-unseen')
  repository.git('tag', '-a', 'noted-unseen', '-m', 'noted')
  const held = repository.push('origin', 'noted-unseen')
  expect(held.stderr).toContain(`${shortId(unseen)} was never reviewed`)
  expect(repository.push('origin', 'light-unseen').status).toBe(1)
  expect(repairAndPush(repository, held, '--tags').status).toBe(0)
})

test('a tag on what is no commit is held, with the reason', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('tag', 'blob', 'HEAD:README.md')
  repository.git('tag', '-a', 'tree', '-m', 'a tree', 'HEAD^{tree}')
  for (const tag of ['blob', 'tree']) {
    const held = repository.push('origin', tag)
    expect(held.status).toBe(1)
    expect(held.stderr).toContain(`refs/tags/${tag} is not a commit, so it cannot be reviewed`)
    expect(held.stderr).toContain(`wingman gate allow ${tag} --reason`)
  }
})

test('an annotated tag on a commit whose review is under way waits for it', () => {
  const repository = gatedRepository(RULES_ONLY)
  for (const name of ['one', 'two', 'three']) {
    repository.commit(name, { [`${name}.js`]: CLEAN })
    repository.git('tag', '-a', name, '-m', name)
    const pushed = repository.push('origin', name)
    expect(pushed, pushed.output).toMatchObject({ status: 0 })
  }
})

test('a branch that was amended is pushed with force when the new commit was reviewed', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
  repository.write({ 'a.js': 'export const a = 2\n' })
  repository.git('commit', '-q', '-a', '--amend', '--no-edit')
  await repository.reviewed()
  expect(repository.push().status).toBe(1) // git's own refusal: not a fast-forward
  pushes(repository, '--force')
  commitUnseen(repository, { 'a.js': DEFECT }, '--amend')
  const held = repository.push('--force')
  expect(held.stderr).toContain('this push is held')
})

test('what another clone pushed meanwhile, and is not here, is no obstacle to a forced push', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('clone', '-q', '../remote.git', '../other')
  repository.git('-C', '../other', 'commit', '-q', '--allow-empty', '-m', 'theirs')
  repository.git('-C', '../other', 'push', '-q')
  await commitReviewed(repository, { 'a.js': CLEAN })
  const pushed = repository.push('--force')
  expect(pushed, pushed.output).toMatchObject({ status: 0 })
})

test('a dry run is answered like a push, and changes nothing', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const before = onRemote(repository, 'main')
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository, '--dry-run')
  await commitReviewed(repository, { 'b.js': DEFECT })
  expect(repository.push('--dry-run').stderr).toContain('this push is held')
  expect(onRemote(repository, 'main')).toBe(before)
})

test('a push by address is held like one by name', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const absolute = repository.git('-C', '../remote.git', 'rev-parse', '--absolute-git-dir')
  commitUnseen(repository, { 'a.js': DEFECT })
  for (const address of ['../remote.git', absolute, `file://${absolute}`, '../remote.git/../remote.git']) {
    const held = repository.push(address, 'main')
    expect(held.stderr, address).toContain('this push is held')
  }
  const unseen = commitUnseen(repository, { 'a.js': CLEAN })
  const held = repository.push('../remote.git', 'main')
  expect(repairAndPush(repository, held, '../remote.git', 'main').status).toBe(0)
  expect(onRemote(repository, 'main')).toBe(unseen)
})

test('a repository with longer object ids is gated the same way', async () => {
  const init = ['init', '-q', '-b', 'main', '--object-format=sha256']
  const repository = reviewedRepository(RULES_ONLY, { init, remoteInit: ['--object-format=sha256'] })
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository, 'origin', 'main', 'main:new')
  commitUnseen(repository, { 'b.js': CLEAN })
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(repairAndPush(repository, held).status).toBe(0)
  pushes(repository, 'origin', ':new')
})

test("wingman's own name is no way out", () => {
  const repository = gatedRepository(RULES_ONLY)
  const unseen = commitUnseen(repository, { 'a.js': DEFECT })
  for (const ref of ['refs/wingman/attestations/x', 'refs/wingman/snapshots/x', 'refs/wingmanish/x']) {
    expect(repository.push('origin', `HEAD:${ref}`).status, ref).toBe(1)
  }
  repository.git('update-ref', 'refs/wingman/snapshots/x', unseen)
  expect(repository.push('origin', 'refs/wingman/snapshots/x').status).toBe(1)
})

test('what others pushed to the trunk since the last fetch holds nothing back, and writes no ref here', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const colleague = wingmanAt(join(repository.dir, '../colleague'))
  repository.git('clone', '-q', '../remote.git', '../colleague')
  // Theirs, and pulled here: nobody has reviewed it in this clone.
  commitUnseen(colleague, { 'theirs.js': CLEAN })
  colleague.git('push', '-q', 'origin', 'main')
  repository.git('pull', '-q', '--ff-only', 'origin', 'main')
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'mine.js': CLEAN })
  commitUnseen(colleague, { 'later.js': CLEAN })
  colleague.git('push', '-q', 'origin', 'main')
  const before = [
    repository.git('for-each-ref', 'refs/remotes/origin/main'),
    repository.read('.git/FETCH_HEAD'),
  ]
  pushes(repository, 'origin', 'topic')
  expect([
    repository.git('for-each-ref', 'refs/remotes/origin/main'),
    repository.read('.git/FETCH_HEAD'),
  ]).toEqual(before)
})
