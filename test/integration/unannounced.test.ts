import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { slowReview } from '../faults/shim/slow-review.ts'
import { CLEAN, commitReviewed, DEFECT, gatedRepository } from '../support/gate-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

// What git does without telling a hook of ours: real git, and whatever a person or an agent happens to run next.

describe('patches of somebody, applied with `git am`', () => {
  /** On a branch of its own, as one does; the tip is the second of two patches. */
  const applied = (text = CLEAN) => {
    const repository = gatedRepository(RULES_ONLY)
    const patches = patchesOf(repository, { 'a.js': CLEAN }, { 'b.js': text })
    repository.git('switch', '-q', '-c', 'theirs')
    repository.git('am', '-q', ...patches)
    return repository
  }

  test.each<[string, (repository: WingmanRepository) => unknown]>([
    ['status', repository => repository.wingman('status')],
    ['a push, which is held this once', repository => repository.push('origin', 'theirs')],
    ['the gate, asked by hand', repository => repository.wingman('gate')],
    [
      "an agent's prompt",
      repository =>
        repository.run('sh', ['.wingman/agent-hook', 'claude', 'UserPromptSubmit'], { input: '{}' }),
    ],
    ['a checkout of another branch', repository => repository.git('switch', '-q', 'main')],
    [
      'a checkout of another branch, with all refs packed',
      repository => {
        repository.git('pack-refs', '--all')
        repository.git('switch', '-q', 'main')
      },
    ],
    ['a new branch on top', repository => repository.git('switch', '-q', '-c', 'on-top')],
  ])('are reviewed after %s', async (_, act) => {
    const repository = applied(DEFECT)
    repository.wingman('install', '--agents', 'claude')
    const tip = repository.git('rev-parse', 'theirs')
    act(repository)
    await reviewOf(repository, tip)
    expect(reviewsOf(repository)).toMatchObject([
      { verdict: 'needs-revision', trigger: 'post-commit', snapshot: { commit: tip, commits: 2 } },
    ])
  })

  test('status says that it is asked for, and afterwards what came of it', async () => {
    const repository = applied()
    const looked = repository.wingman('status')
    expect(looked.stdout).toContain('HEAD came here without a hook')
    expect(looked.stdout).toContain('1 request waiting for a review')
    await repository.reviewed()
    const again = repository.wingman('status')
    expect(again.stdout).not.toContain('without a hook')
    expect(again.stdout).toContain('Last review, of HEAD: approved')
  })

  test('nobody asks while they are being applied, nor for a patch that was given up', async () => {
    const repository = gatedRepository(RULES_ONLY)
    const patches = patchesOf(repository, { 'a.js': CLEAN }, { 'b.js': CLEAN })
    repository.git('switch', '-q', '-c', 'theirs')
    await commitReviewed(repository, { 'b.js': '// in the way\n' })
    expect(repository.tryGit('am', '-q', ...patches).status).not.toBe(0)
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, waiting: 0, running: null })
    repository.git('am', '--abort')
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, waiting: 0, running: null })
    expect(reviewsOf(repository)).toHaveLength(1)
  })
})

describe('a rebase that makes no commit anew', () => {
  const three = async (text = DEFECT) => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('switch', '-q', '-c', 'topic')
    repository.commit('one', { 'a.js': CLEAN })
    repository.commit('two', { 'b.js': CLEAN })
    await commitReviewed(repository, { 'c.js': text })
    return repository
  }

  test.each([
    ['one commit that is dropped', ['rebase', '-q', '--onto', 'HEAD~1', 'HEAD'], 'HEAD~1'],
    ['two of them', ['rebase', '-q', '--onto', 'HEAD~2', 'HEAD'], 'HEAD~2'],
    [
      'a line that is taken out of the list',
      ['-c', 'sequence.editor=sed -i 2d', 'rebase', '-q', '-i', 'HEAD~2'],
      'HEAD~1',
    ],
  ])('%s: the review starts by itself', async (_, rebase, onto) => {
    const repository = await three()
    const due = repository.git('rev-parse', onto)
    repository.git(...rebase)
    expect(repository.git('rev-parse', 'topic')).toBe(due)
    // On a slow machine it was reviewed before, on the way up.
    await expect
      .poll(() => reviewsOf(repository)[0], { timeout: 60_000 })
      .toMatchObject({ verdict: 'approved', snapshot: { branch: 'refs/heads/topic', commit: due } })
    await repository.reviewed()
    expect(statusOf(repository)).toMatchObject({
      isMoveNoticed: false,
      review: { isHead: true, verdict: 'approved' },
    })
  })

  test('by applying: whatever runs next has it reviewed', async () => {
    // With a report in the tree the checkout at its start would have brought a worker.
    const repository = await three(CLEAN)
    repository.git('rebase', '-q', '--apply', '--onto', 'HEAD~1', 'HEAD')
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: true, waiting: 1 })
    await repository.reviewed()
    expect(statusOf(repository)).toMatchObject({ review: { isHead: true, verdict: 'approved' } })
  })

  test('one that stops in the middle is nobody’s business until it is over', async () => {
    const repository = await three()
    const editor = '-c sequence.editor=sed -i 1s/pick/edit/'.split(/ (?=seq)/)
    repository.git(...editor, 'rebase', '-q', '-i', 'HEAD~2')
    const before = reviewsOf(repository).length
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, waiting: 0 })
    repository.git('rebase', '--abort')
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, waiting: 0 })
    expect(reviewsOf(repository)).toHaveLength(before)
  })
})

describe('a branch that is renamed', () => {
  test('while its request waits: it is reviewed under its new name, once', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('switch', '-q', '-c', 'draft')
    const tip = withoutWorker(repository, () => repository.commit('work', { 'a.js': DEFECT }))
    repository.git('branch', '-m', 'final')
    expect(repository.wingman('status').stdout).toContain('1 request waiting for a review')
    await repository.reviewed()
    expect(reviewsOf(repository)).toMatchObject([
      { verdict: 'needs-revision', snapshot: { commit: tip, branch: 'refs/heads/final' } },
    ])
    expect(repository.wingman('status').stdout).toContain('Last review, of HEAD: needs revision')
  })

  test('after its review: status speaks of it again as soon as it was looked at, and nothing is judged twice', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('switch', '-q', '-c', 'draft')
    const tip = await commitReviewed(repository, { 'a.js': CLEAN })
    repository.git('branch', '-m', 'final')
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: true, waiting: 1, review: null })
    await repository.reviewed()
    expect(statusOf(repository)).toMatchObject({
      isMoveNoticed: false,
      review: { commit: tip, verdict: 'approved' },
    })
    const judged = reviewsOf(repository).filter(({ loops }) => loops.some(({ state }) => state === 'run'))
    expect(judged).toHaveLength(1)
  })

  test('merged and deleted while its request waits: what it brought is reviewed where it is now', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('remote', 'remove', 'origin')
    repository.git('switch', '-q', '-c', 'task')
    withoutWorker(repository, () => {
      repository.commit('work', { 'a.js': DEFECT })
      repository.git('switch', '-q', 'main')
      repository.git('-c', 'core.hooksPath=/dev/null', 'merge', '-q', '--ff-only', 'task')
      repository.git('branch', '-q', '-D', 'task')
    })
    repository.wingman('status')
    await repository.reviewed()
    expect(reviewsOf(repository)).toMatchObject([
      { verdict: 'needs-revision', snapshot: { branch: 'refs/heads/main' } },
    ])
  })
})

describe('HEAD that is moved by hand', () => {
  test.each<[string, (repository: WingmanRepository) => unknown]>([
    ['reset', repository => repository.git('reset', '-q', '--hard', 'HEAD~1')],
    ['update-ref', repository => repository.git('update-ref', 'HEAD', 'HEAD~1')],
  ])('by %s: its review is asked for once, by whoever comes by first', async (_, act) => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('switch', '-q', '-c', 'topic')
    repository.commit('one', { 'a.js': CLEAN })
    await commitReviewed(repository, { 'b.js': DEFECT })
    act(repository)
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: true, waiting: 1 })
    await repository.reviewed()
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, review: { isHead: true } })
  })

  test('while its review goes on: the worker sees it before it leaves', async () => {
    const slow = slowReview()
    const repository = gatedRepository(slow.config)
    repository.git('switch', '-q', '-c', 'topic')
    const patches = patchesOf(repository, { 'b.js': DEFECT })
    repository.commit('one', { 'a.js': CLEAN })
    await slow.hasBegun()
    repository.git('am', '-q', ...patches)
    slow.end()
    await reviewOf(repository, repository.git('rev-parse', 'HEAD'))
    expect(reviewsOf(repository)[0]).toMatchObject({ verdict: 'needs-revision' })
  })
})

describe('nothing is asked for', () => {
  test.each<[string, (repository: WingmanRepository) => unknown]>([
    [
      "a branch of a colleague's that is only looked at",
      repository => repository.git('switch', '-q', 'other'),
    ],
    ['the same, detached', repository => repository.git('checkout', '-q', '--detach', 'other')],
    ['files that are checked out', repository => repository.git('checkout', '-q', 'other', '--', 'x.js')],
    ['a branch without a commit', repository => repository.git('switch', '-q', '--orphan', 'empty')],
    [
      'where no hooks are installed',
      repository => {
        repository.wingman('uninstall')
        repository.git('reset', '-q', '--hard', 'other')
      },
    ],
    [
      'where it is switched off in the config',
      repository => {
        repository.git('reset', '-q', '--hard', 'other')
        repository.write({ 'wingman.config.yaml': `enabled: false\n${RULES_ONLY}` })
      },
    ],
  ])('for %s', async (_, act) => {
    const repository = gatedRepository(RULES_ONLY)
    const off = ['-c', 'core.hooksPath=/dev/null']
    repository.git(...off, 'switch', '-q', '-c', 'other')
    repository.write({ 'x.js': DEFECT })
    repository.git('add', '-A')
    repository.git(...off, 'commit', '-q', '-m', 'theirs')
    repository.git(...off, 'switch', '-q', 'main')
    act(repository)
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, waiting: 0 })
    expect(statusOf(repository)).toMatchObject({ isMoveNoticed: false, waiting: 0 })
    expect(reviewsOf(repository)).toEqual([])
  })
})

test('in a linked worktree `git am` is noticed there, and a note that is damaged asks rather than forgets', async () => {
  const main = gatedRepository(RULES_ONLY)
  const patches = patchesOf(main, { 'a.js': DEFECT })
  main.git('worktree', 'add', '-q', '-b', 'side', '../side')
  const side = wingmanAt(join(main.dir, '..', 'side'))
  main.write({ '.git/worktrees/side/wingman/asked': 'half a li' })
  side.git('am', '-q', ...patches)
  expect(statusOf(main)).toMatchObject({ isMoveNoticed: false })
  expect(statusOf(side)).toMatchObject({ isMoveNoticed: true, waiting: 1 })
  await side.reviewed()
  expect(side.lastReview()).toMatchObject({ verdict: 'needs-revision' })
})

/** Made aside, from the same start; one patch for each commit. */
function patchesOf(repository: WingmanRepository, ...commits: Record<string, string>[]): string[] {
  const aside = wingmanAt(temporaryFolder())
  aside.git('clone', '-q', repository.dir, 'theirs')
  const theirs = wingmanAt(join(aside.dir, 'theirs'))
  for (const files of commits) theirs.commit('patch', files)
  const made = theirs.git('format-patch', '-o', join(aside.dir, 'patches'), `-${commits.length}`)
  return made.split('\n')
}

/** As after a kill in the first moment: the request is there, and nobody is at work. */
function withoutWorker<T>(repository: WingmanRepository, act: () => T): T {
  const runtime = repository.read('.git/wingman/runtime')
  repository.write({ '.git/wingman/runtime': '/nowhere\n/nowhere\n' })
  try {
    return act()
  } finally {
    repository.write({ '.git/wingman/runtime': runtime })
  }
}

const statusOf = (repository: WingmanRepository) => JSON.parse(repository.wingman('status', '--json').stdout)

const reviewsOf = (repository: WingmanRepository): Review[] =>
  JSON.parse(repository.wingman('log', '--json').stdout).reviews

/** Nobody looks meanwhile, or looking could be what starts it. */
async function reviewOf(repository: WingmanRepository, commit: string): Promise<void> {
  const log = () => reviewsOf(repository).map(({ snapshot }) => snapshot.commit)
  await expect.poll(log, { timeout: 60_000, interval: 200 }).toContain(commit)
  await repository.reviewed()
}
