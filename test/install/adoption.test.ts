import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const DEFECT = { 'src/new.js': 'debugger\n' }
const OLD = { 'src/old.js': 'debugger\n' }
const adopted = (repository: WingmanRepository) => repository.read('.git/wingman/adopted').trim()

/** Old history with a defect that nobody is asked for, then the config, then a defect that was never reviewed. */
function withUnreviewed(config: Record<string, string> = { 'wingman.config.yaml': RULES_ONLY }) {
  const repository = repositoryWithRemote()
  const old = repository.commit('old', OLD)
  repository.commit('Add wingman', config)
  repository.git('push', '-q', '-u', 'origin', 'main')
  repository.wingman('install')
  const defect = unseen(repository, 'defect', DEFECT)
  expect(repository.push().status).toBe(1)
  return { repository, old, defect }
}

function unseen(repository: WingmanRepository, message: string, files: Record<string, string>): string {
  repository.write(files)
  repository.git('add', '-A')
  repository.run('git', ['commit', '-q', '-m', message], { env: { WINGMAN: '0' } })
  return repository.git('rev-parse', 'HEAD')
}

test('where the config came is where wingman came: what was before is never asked for', () => {
  const { repository, old } = withUnreviewed()
  expect(adopted(repository)).toBe(old)
  repository.git('init', '-q', '--bare', '../second.git')
  expect(repository.push('../second.git', `${old}:refs/heads/main`).status).toBe(0)
})

test('purged and installed again, with tracking refs that were forged, it holds what it held', () => {
  const { repository, old } = withUnreviewed()
  repository.wingman('uninstall', '--purge')
  repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  repository.wingman('install')
  expect(adopted(repository)).toBe(old)
  expect(repository.push().status).toBe(1)
})

test('purged and installed again without a config in any commit, it holds what it held', () => {
  const repository = repositoryWithRemote()
  const old = repository.commit('old', OLD)
  repository.git('push', '-q', '-u', 'origin', 'main')
  repository.write({ 'wingman.config.yaml': RULES_ONLY, '.git/info/exclude': 'wingman.config.yaml\n' })
  repository.wingman('install')
  unseen(repository, 'defect', DEFECT)
  repository.wingman('uninstall', '--purge')
  repository.wingman('install')
  expect(adopted(repository)).toBe(old)
  expect(repository.push().status).toBe(1)
})

const places: Record<string, Record<string, string>> = {
  'a file': { 'wingman.config.yaml': RULES_ONLY },
  'package.json': {
    'package.json': JSON.stringify({
      wingman: { loops: { basics: { reviewers: ['rules'] } }, gates: { ship: { requires: ['basics'] } } },
    }),
  },
}
test.each(Object.entries(places))(
  'with all of our files gone and the config in %s, it holds what it held',
  (_, config) => {
    const { repository, old } = withUnreviewed(config)
    repository.run('rm', ['-r', '.git/wingman'])
    repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    repository.wingman('install')
    expect(adopted(repository)).toBe(old)
    expect(repository.push().status).toBe(1)
  },
)

test('a clone of a clone does not take the work of the first for history', () => {
  const { repository, old } = withUnreviewed()
  repository.git('clone', '-q', '.', '../second')
  const second = wingmanAt(join(repository.dir, '../second'))
  second.wingman('install')
  expect(adopted(second)).toBe(old)
  expect(second.push('../remote.git', 'main').status).toBe(1)
})

test('work on a branch from before the config is not adopted by merging the config into it', () => {
  const { repository, old } = withUnreviewed()
  repository.git('checkout', '-q', '-b', 'side', old)
  unseen(repository, 'side', { 'src/side.js': 'debugger\n' })
  repository.git('merge', '-q', '--no-edit', 'main~1')
  repository.run('rm', ['-r', '.git/wingman'])
  repository.wingman('install')
  expect(adopted(repository)).toBe(old)
  expect(repository.push('origin', 'side').status).toBe(1)
})

test('a config that a merge brings in by itself counts too, and one that came with the first commit', () => {
  const repository = repositoryWithRemote()
  const old = repository.commit('old', OLD)
  repository.git('checkout', '-q', '-b', 'side')
  repository.commit('side', { 'side.txt': '1' })
  repository.git('checkout', '-q', 'main')
  repository.commit('main', { 'main.txt': '1' })
  repository.git('merge', '-q', '--no-commit', 'side')
  repository.commit('evil', { 'wingman.config.yaml': RULES_ONLY })
  unseen(repository, 'defect', DEFECT)
  repository.wingman('install')
  expect(adopted(repository)).toBe(old)

  const fresh = repositoryWithRemote()
  fresh.commit('start', { 'wingman.config.yaml': RULES_ONLY, ...DEFECT })
  fresh.wingman('install')
  expect(adopted(fresh)).toBe('the beginning')
  expect(fresh.push('origin', 'main').status).toBe(1)
})
