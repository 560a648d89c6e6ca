import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import {
  type Finished,
  type RunOptions,
  repositoryAt,
  type TestRepository,
  temporaryRepository,
} from './repository.ts'

/** The bundle that people run; made once by build-once.ts. */
export const ENTRY = fileURLToPath(new URL('../../dist/wingman.js', import.meta.url))

export interface WingmanRepository extends TestRepository {
  wingman(...args: string[]): Finished
  wingmanWith(options: RunOptions, ...args: string[]): Finished
  /** Waits until every request was answered, as a person would wait for the line to clear. */
  reviewed(): Promise<void>
  /** The last review of this branch. */
  lastReview(): Review
  push(...args: string[]): Finished
}

type RepositoryOptions = Parameters<typeof temporaryRepository>[0] & { remoteInit?: string[] }

/** A repository with a remote beside it. */
export function repositoryWithRemote({
  remoteInit = [],
  ...options
}: RepositoryOptions = {}): WingmanRepository {
  const repository = withWingman(temporaryRepository(options))
  repository.git('init', '-q', '--bare', '-b', 'main', ...remoteInit, '../remote.git')
  repository.git('remote', 'add', 'origin', '../remote.git')
  return repository
}

/** The same with a first commit that is pushed, the config, and wingman's hooks. */
export function reviewedRepository(config: string, options: RepositoryOptions = {}): WingmanRepository {
  return withReviews(repositoryWithRemote(options), config)
}

/** The same for a repository that is there, wherever it keeps itself. */
export function withReviews(repository: WingmanRepository, config: string): WingmanRepository {
  repository.commit('start', { 'README.md': '# project\n', 'wingman.config.yaml': config })
  repository.git('push', '-q', '-u', 'origin', 'HEAD')
  const installed = repository.wingman('install')
  expect(installed.output).not.toContain('wingman:')
  return repository
}

export function withWingman(repository: TestRepository): WingmanRepository {
  const wingmanWith: WingmanRepository['wingmanWith'] = (options, ...args) =>
    repository.run(process.execPath, [ENTRY, ...args], options)
  const wingman: WingmanRepository['wingman'] = (...args) => wingmanWith({}, ...args)
  return {
    ...repository,
    wingman,
    wingmanWith,
    push: (...args) => repository.run('git', ['push', ...args]),
    reviewed: () => allAnswered(repository),
    lastReview: () => JSON.parse(wingman('show', '--json').stdout),
  }
}

export const wingmanAt = (dir: string): WingmanRepository => withWingman(repositoryAt(dir))

/** Rules alone: no model, no command. */
export const RULES_ONLY =
  'loops:\n  basics:\n    reviewers: [rules]\ngates:\n  ship:\n    requires: [basics]\n'

async function allAnswered(repository: TestRepository): Promise<void> {
  const queue = join(repository.git('rev-parse', '--absolute-git-dir'), 'wingman', 'queue')
  // Bounded, and much longer than any review here: a loaded machine is slow, and that is no failure.
  for (let tries = 0; tries < 1200; tries += 1) {
    if (!existsSync(queue) || readdirSync(queue).length === 0) return
    await pause(50)
  }
  throw new Error(`requests were left unanswered in ${queue}`)
}
