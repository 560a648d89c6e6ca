import { describe, expect, test } from 'vitest'
import { openProject } from '../../src/cli/compose.ts'
import { CLEAN } from '../support/gate-scenes.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const epochOf = (repository: WingmanRepository) => openProject(repository.dir).ports.epoch.observe()

/** With hooks that only leave their marks: nothing else moves meanwhile. */
function started(hooks = true): WingmanRepository {
  const repository = repositoryWithRemote()
  repository.commit('start', { 'a.txt': '1' })
  repository.commit('more', { 'b.txt': '1' })
  repository.git('push', '-q', '-u', 'origin', 'HEAD')
  if (hooks) recordedHooks(repository)
  return repository
}

type Act = (repository: WingmanRepository) => unknown

const edited =
  (act: Act): Act =>
  repository => {
    repository.write({ 'a.txt': '2' })
    return act(repository)
  }

describe('the epoch moves', () => {
  test.each<[string, Act]>([
    ['a commit', repository => repository.commit('x', { 'x.txt': '1' })],
    ['an amended message', repository => repository.git('commit', '-q', '--amend', '-m', 'y')],
    ['a branch that is checked out', repository => repository.git('checkout', '-q', '-b', 'other')],
    ['a merge', merge],
    ['a rebase', rebase],
    ['a hard reset, which no hook tells of', repository => repository.git('reset', '-q', '--hard', 'HEAD~1')],
    ['update-ref, which no hook tells of', repository => repository.git('update-ref', 'HEAD', 'HEAD~1')],
    [
      'a commit with hooks off',
      repository =>
        repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'z'),
    ],
    ['a branch that is renamed', repository => repository.git('branch', '-m', 'renamed')],
  ])('with %s', async (_, act) => {
    const repository = started()
    const before = await epochOf(repository)
    act(repository)
    expect(await epochOf(repository)).toBeGreaterThan(before)
  })

  test('without any hook as well', async () => {
    const repository = started(false)
    const before = await epochOf(repository)
    repository.commit('x', { 'x.txt': '1' })
    expect(await epochOf(repository)).toBeGreaterThan(before)
  })
})

describe('the epoch stays', () => {
  test.each<[string, Act]>([
    ['looking twice', () => {}],
    ['staging a file', edited(repository => repository.git('add', 'a.txt'))],
    ['editing a file', repository => repository.write({ 'a.txt': '2' })],
    ['fetching', repository => repository.git('fetch', '-q')],
    ['checking out a file', repository => repository.git('checkout', '-q', 'HEAD~1', '--', 'a.txt')],
    ['a branch that is only made', repository => repository.git('branch', 'other')],
    [
      'a snapshot of uncommitted work',
      edited(repository => {
        const { git, epoch } = openProject(repository.dir).ports
        const reason = { trigger: 'explicit' as const, at: new Date(), session: null }
        return git.capture('dirty', { ...reason, epoch: () => epoch.observe() })
      }),
    ],
  ])('with %s', async (_, act) => {
    const repository = started()
    const before = await epochOf(repository)
    await act(repository)
    expect(await epochOf(repository)).toBe(before)
  })

  test('with a commit in another worktree', async () => {
    const repository = started()
    repository.git('worktree', 'add', '-q', '../other')
    const other = wingmanAt(`${repository.dir}/../other`.replace('/project/..', ''))
    const before = await epochOf(repository)
    other.commit('there', { 'c.txt': '1' })
    expect(await epochOf(repository)).toBe(before)
  })
})

describe('a follow-up of a review', () => {
  const reviewed = () => {
    const repository = repositoryWithRemote()
    repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
    repository.git('push', '-q', '-u', 'origin', 'HEAD')
    repository.write({ 'a.js': 'debugger\n' })
    expect(repository.wingman('run', 'review').status).toBe(1)
    return repository
  }
  const followUp = (repository: WingmanRepository) =>
    repository.wingman('run', 'review', '--follow-up', '--json')

  test('looks at what was changed since', () => {
    const repository = reviewed()
    repository.write({ 'a.js': CLEAN })
    expect(JSON.parse(followUp(repository).stdout)).toMatchObject({ verdict: 'approved' })
  })

  test.each<[string, string, Act]>([
    ['nothing changed', 'identical', () => {}],
    ['somebody committed meanwhile', 'epoch-moved', repository => repository.commit('x', { 'a.js': CLEAN })],
    [
      'the history was rewritten',
      'base-gone',
      repository => {
        repository.git('commit', '-q', '--amend', '-m', 'rewritten')
        repository.write({ 'a.js': CLEAN })
      },
    ],
  ])('is refused when %s, and says so', (_, refused, act) => {
    const repository = reviewed()
    act(repository)
    const run = followUp(repository)
    expect(run.status, run.output).toBe(3)
    expect(JSON.parse(run.stdout)).toMatchObject({ version: 1, refused })
    const said = repository.wingman('run', 'review', '--follow-up').stdout
    expect(said).not.toContain('the branch moved')
    expect(said).toMatch(/^No follow-up of review [\w-]+: .+\. Review afresh with `wingman run review`\.$/m)
  })
})

test.each([
  ['--commit', 'HEAD'],
  ['--range', 'HEAD~1..HEAD'],
])('a follow-up of %s is wrong usage', (option, value) => {
  const repository = repositoryWithRemote()
  repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
  const run = repository.wingman('run', 'review', '--follow-up', option, value)
  expect(run.status).toBe(2)
  expect(run.stderr).toContain(`--follow-up and ${option} cannot be used together.`)
})

function merge(repository: WingmanRepository): void {
  repository.git('-c', 'core.hooksPath=/dev/null', 'checkout', '-q', '-b', 'side', 'HEAD~1')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'side')
  repository.git('-c', 'core.hooksPath=/dev/null', 'checkout', '-q', 'main')
  repository.git('merge', '-q', '--no-edit', 'side')
}

function rebase(repository: WingmanRepository): void {
  repository.git('rebase', '-q', '--force-rebase', 'HEAD~1')
}
