import { describe, expect, test } from 'vitest'
import { openGit } from '../../../../src/adapters/git/door.ts'
import { onlyReads } from '../../../../src/adapters/git/verbs.ts'
import { temporaryRepository } from '../../../support/repository.ts'
import { sources } from '../../../support/sources.ts'

const WRITING = [
  'add',
  'am',
  'apply',
  'branch',
  'checkout',
  'checkout-index',
  'cherry-pick',
  'clean',
  'commit',
  'commit-tree',
  'fetch',
  'gc',
  'merge',
  'mv',
  'notes',
  'pull',
  'push',
  'read-tree',
  'rebase',
  'reset',
  'restore',
  'revert',
  'rm',
  'stash',
  'switch',
  'tag',
  'update-index',
  'update-ref',
  'worktree',
  'write-tree',
]

const OWN_INDEX = { GIT_INDEX_FILE: '/tmp/an-index-of-our-own' }

describe('git that writes goes through one helper', () => {
  test.each(WRITING)('%s is refused everywhere else', async verb => {
    const git = openGit(temporaryRepository().dir, async () => {})
    const refused = `git ${verb} writes`
    expect(() => git.ask([verb])).toThrow(refused)
    expect(() => git.ask(['-c', 'a.b=c', verb])).toThrow(refused)
    await expect(git.bytes([verb])).rejects.toThrow(refused)
    await expect(git.attempt([verb])).rejects.toThrow(refused)
    await expect(git.text([verb])).rejects.toThrow(refused)
  })

  test('no source names such a verb outside of a call of that helper', () => {
    const call = new RegExp(
      `\\.(?:ask|bytes|attempt|text)\\(\\s*\\[(?:[^\\]]*,\\s*)?'(?:${WRITING.join('|')})'`,
      'g',
    )
    expect(
      sources()
        .filter(({ text }) => call.test(text))
        .map(({ path }) => path),
    ).toEqual([])
  })
})

describe('what is called our own cannot touch what is theirs', () => {
  test.each([
    [['reset', '--hard', 'HEAD~1']],
    [['add', '--all']],
    [['write-tree']],
    [['read-tree', '-m', '-u', 'HEAD'], { env: OWN_INDEX }],
    [['checkout-index', '--all'], { env: OWN_INDEX }],
    [['update-ref', 'refs/heads/main', 'HEAD']],
    [['update-ref', '-d', 'refs/heads/main']],
    [['update-ref', '--stdin'], { input: 'delete refs/wingman/x\ndelete refs/heads/main\n' }],
    [['push', '--', 'origin', 'refs/heads/main:refs/heads/main']],
    [['push', '--', 'origin', 'refs/wingman/x:refs/heads/main']],
    [['push', '--', 'origin', 'refs/wingman/x:refs/wingman/x', 'main']],
    [['push', 'origin']],
    [['fetch', '--no-tags', '--no-write-fetch-head', 'origin', '+refs/heads/*:refs/remotes/origin/*']],
    [['fetch', '--no-tags', '--no-write-fetch-head', 'origin']],
    [['fetch', 'origin', '+refs/wingman/x/*:refs/wingman/x/*']],
    [['worktree', 'remove', '--force', '../theirs']],
    [['stash', 'create']],
  ] as [string[], { env?: typeof OWN_INDEX; input?: string }?][])('%j', async (args, options = {}) => {
    const git = openGit(temporaryRepository().dir, async () => {})
    await expect(git.change(args, { ...options, whose: 'ours' })).rejects.toThrow('it is theirs')
  })

  test.each([
    [['symbolic-ref', 'HEAD', 'refs/heads/other']],
    [['symbolic-ref', '--delete', 'HEAD']],
    [['config', 'user.name', 'x']],
    [['remote', 'add', 'x', 'y']],
  ])('%j does not pass for a question', args => {
    const git = openGit(temporaryRepository().dir, async () => {})
    expect(() => git.ask(args)).toThrow('writes')
  })
})

test.each([
  ['diff', '--output=x', 'HEAD'],
  ['log', '--output', 'x'],
  ['diff-tree', '-p', '--output=x', 'HEAD'],
])('a question that would be printed into a file is none: git %s %s', (...args) => {
  expect(onlyReads(args)).toBe(false)
  expect(onlyReads(args.filter(arg => !arg.startsWith('--output')))).toBe(true)
})

test("a change of what is the person's is announced before and after; one of our own is not", async () => {
  const repository = temporaryRepository()
  repository.commit('start', { 'a.txt': '1' })
  let moves = 0
  const git = openGit(repository.dir, async () => (moves += 1))
  const env = { GIT_INDEX_FILE: `${repository.dir}/.git/an-index-of-our-own` }
  await git.change(['write-tree'], { env, whose: 'ours' })
  expect(moves).toBe(0)
  await git.change(['checkout', '-q', '-b', 'x'], { whose: 'theirs' })
  expect(moves).toBe(2)
  await expect(git.change(['checkout', '-q', 'nowhere'], { whose: 'theirs' })).rejects.toThrow(
    'git checkout failed',
  )
  expect(moves, 'a change that failed may have been half made').toBe(4)
})
