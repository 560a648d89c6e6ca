import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLEAN, commitReviewed, DEFECT, gatedRepository } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { ENTRY, RULES_ONLY, type WingmanRepository, withWingman } from '../support/wingman.ts'

// What somebody came upon who had nothing but the README.

test.each(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'])('works where %s is set', name => {
  const repository = withWingman(temporaryRepository())
  repository.commit('start', { 'a.js': CLEAN })
  const env = { [name]: '/dev/null' }
  const init = repository.wingmanWith({ env }, 'init', '--yes')
  expect(init.status, init.output).toBe(0)
  repository.write({ 'b.js': CLEAN })
  const run = repository.wingmanWith({ env }, 'run', 'review')
  expect(run.status, run.output).toBe(0)
})

test.each(['show', 'log', 'status', 'gate', '--help', 'config schema', 'run review'])(
  '`wingman %s` minds no reader who has read enough, and its exit code stays true',
  async words => {
    const repository = gatedRepository(RULES_ONLY)
    await commitReviewed(repository, { 'a.js': CLEAN })
    // The reader is gone before anything is written.
    const line = `exec 3>&1; { { "$NODE" "$ENTRY" ${words}; echo $? >&3; } | true; }`
    const { stdout, stderr } = repository.run('sh', ['-c', line], { env: { NODE: process.execPath, ENTRY } })
    expect([stdout.trim(), stderr]).toEqual(['0', ''])
  },
)

describe('on a detached HEAD', () => {
  test('findings are laid out for the agent, and status knows the review', async () => {
    const repository = gatedRepository(RULES_ONLY)
    repository.git('checkout', '-q', '--detach')
    await commitReviewed(repository, { 'a.js': DEFECT })
    expect(repository.read('.wingman/REVIEW.md')).toContain('a.js:1')
    expect(repository.wingman('status').stdout).toContain('Last review, of HEAD: needs revision')
    const next = repository.tryGit('commit', '-q', '--allow-empty', '-m', 'next')
    expect(next.stderr).toContain('1 finding was open before this commit')
  })
})

test('after a rebase, status speaks of HEAD', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('checkout', '-q', '-b', 'side')
  await commitReviewed(repository, { 'side.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  await commitReviewed(repository, { 'main.js': CLEAN })
  repository.git('checkout', '-q', 'side')
  repository.git('rebase', '-q', 'main')
  await repository.reviewed()
  expect(repository.wingman('status').stdout).toContain('Last review, of HEAD: approved')
})

test.each<[string, (repository: WingmanRepository) => unknown]>([
  ['', () => {}],
  [
    ' on a branch that is another name for one',
    ({ git }) => {
      git('symbolic-ref', 'refs/heads/master', 'refs/heads/main')
      git('symbolic-ref', 'HEAD', 'refs/heads/master')
    },
  ],
])('with a broken config the next commit says that nothing was reviewed%s', async (_, make) => {
  const repository = gatedRepository(RULES_ONLY)
  make(repository)
  repository.commit('break', { 'wingman.config.yaml': 'loops:\n  basics:\n    reviewers: [rulez]\n' })
  await troubled(repository)
  const next = repository.tryGit('commit', '-q', '--allow-empty', '-m', 'next')
  expect(next.stderr).toMatch(
    /^wingman: the last commit could not be reviewed \(.+\), see `wingman status`\n$/,
  )
})

test('a range the wrong way round is told as such', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.commit('one', { 'a.js': CLEAN })
  const run = repository.wingman('run', 'review', '--range', 'HEAD..HEAD~1')
  expect(run.status).toBe(2)
  expect(run.stderr).toContain('`HEAD~1` is an ancestor of `HEAD`')
  expect(run.stderr).toContain('Did you mean `--range HEAD~1..HEAD`?')
})

test('the same uncommitted work, reviewed again and again, is one snapshot', () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.write({ 'a.js': CLEAN })
  for (let n = 0; n < 3; n += 1) repository.wingman('run', 'review')
  const refs = repository.git('for-each-ref', '--format=%(refname)', 'refs/wingman/').split('\n')
  expect(refs).toHaveLength(1)
})

test('a held tag is told to be moved, and what cannot be reviewed how to push it', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': DEFECT })
  repository.git('tag', 'v1')
  expect(repository.push('origin', 'v1').stderr).toContain('Then move the tag there: git tag --force v1\n')
  repository.git('tag', 'blob', repository.git('rev-parse', 'HEAD:a.js'))
  expect(repository.push('origin', 'blob').stderr).toContain('wingman gate allow blob --reason')
})

test('hooks that are in place, and a repository without a tree, are told as such', () => {
  const repository = gatedRepository(RULES_ONLY)
  expect(repository.wingman('install').stdout).toBe('Nothing to do: the hooks are in place.\n')
  const bare = withWingman(temporaryRepository({ init: ['init', '-q', '--bare'] }))
  expect(bare.wingman('install').stdout).toBe('No git working tree here, so no hooks were installed.\n')
})

test('a ref that is named twice is answered once', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  expect(repository.wingman('gate', 'main', 'HEAD').stdout).toBe(
    'The gate is open: refs/heads/main is approved.\n',
  )
})

async function troubled(repository: WingmanRepository): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (readdirSync(join(repository.dir, '.git/wingman')).includes('open')) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('nothing was said')
}
