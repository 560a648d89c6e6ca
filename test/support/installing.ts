import { join } from 'node:path'
import { expect } from 'vitest'
import { pathWith } from './fake-programs.ts'
import { CLEAN, DEFECT } from './gate-scenes.ts'
import { temporaryRepository } from './repository.ts'
import { treeOf } from './tree.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, withWingman } from './wingman.ts'

export const HOOKS = ['post-commit', 'post-merge', 'post-rewrite', 'post-checkout', 'pre-push']

/** A repository with one commit, and nothing of ours. */
export function fresh(init?: string[]): WingmanRepository {
  const repository = withWingman(temporaryRepository(init ? { init } : {}))
  repository.commit('start', { 'README.md': '# project\n' })
  return repository
}

/** The same with a remote and a config, so that hooks that are installed have something to do. */
export function unhooked(options: Parameters<typeof repositoryWithRemote>[0] = {}): WingmanRepository {
  const repository = repositoryWithRemote(options)
  repository.commit('start', { 'README.md': '# project\n', 'wingman.config.yaml': RULES_ONLY })
  repository.git('push', '-q', 'origin', 'main')
  return repository
}

/** `wingman init` by somebody without a coding agent. */
export const init = (
  repository: WingmanRepository,
  options: Parameters<WingmanRepository['wingmanWith']>[0] = {},
  ...args: string[]
) => repository.wingmanWith({ env: { PATH: pathWith() }, ...options }, 'init', ...args)

/** What people would call protected: a planted defect is found and stays here, its fix is reviewed and leaves. */
export async function protects(repository: WingmanRepository): Promise<void> {
  // Made in the same second in two worktrees, they would be one commit, and nothing new in the second.
  const bad = repository.commit(`bad in ${repository.dir}`, { 'a.js': DEFECT })
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'needs-revision', snapshot: { commit: bad } })
  const held = repository.push('origin', 'HEAD')
  expect(held, held.output).toMatchObject({ status: 1, stderr: expect.stringContaining('a.js:1') })
  repository.commit('good', { 'a.js': CLEAN })
  await repository.reviewed()
  const pushed = repository.push('origin', 'HEAD')
  expect(pushed, pushed.output).toMatchObject({ status: 0 })
}

/** Everything of the person's, in the tree and in the git directory; what we keep for ourselves left out. */
export const theirs = ({ dir }: WingmanRepository): Record<string, string> =>
  treeOf(dir, { without: /^\.git\/(wingman|objects|logs|worktrees\/[^/]+\/wingman)$/ })

interface Found {
  check: string
  what: string
  where: string | null
  detail?: string | null
  hint: string | null
  fix: string | null
}

/** What `doctor` finds. */
export const doctor = (repository: WingmanRepository, ...options: string[]): Found[] =>
  JSON.parse(repository.wingman('doctor', '--json', ...options).stdout).findings

/** The hooks as `status` tells of them. */
export const hooksIn = (repository: WingmanRepository): Record<'installed' | 'missing' | 'off', string[]> =>
  JSON.parse(repository.wingman('status', '--json').stdout).hooks

/** Where git looks for hooks here. */
export const hooksFolder = (repository: WingmanRepository): string =>
  repository.git('rev-parse', '--path-format=absolute', '--git-path', 'hooks')

export const hookIn = (repository: WingmanRepository, hook: string): string =>
  join(hooksFolder(repository), hook)
