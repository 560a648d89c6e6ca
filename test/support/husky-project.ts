import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { copyPackage, PACKAGE } from './fake-programs.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository } from './wingman.ts'

/** An npm project with wingman and a husky in its node_modules; husky has not run yet. */
export function npmProject({ husky = 'husky' as 'husky' | 'husky-8' | null } = {}): WingmanRepository {
  const repository = repositoryWithRemote()
  repository.commit('start', {
    'package.json': '{}\n',
    'wingman.config.yaml': RULES_ONLY,
    '.gitignore': 'node_modules\n',
  })
  repository.git('push', '-q', '-u', 'origin', 'main')
  mkdirSync(join(repository.dir, 'node_modules'))
  copyPackage(join(repository.dir, 'node_modules/git-wingman'))
  if (husky) addHusky(repository, husky)
  return repository
}

export function addHusky({ dir }: WingmanRepository, name: 'husky' | 'husky-8' = 'husky'): void {
  cpSync(join(PACKAGE, 'node_modules', name), join(dir, 'node_modules/husky'), { recursive: true })
}

/** As its `prepare` does. */
export function runHusky(repository: WingmanRepository, ...args: string[]): void {
  const bin = args.length > 0 ? 'lib/bin.js' : 'bin.js'
  const { status, output } = repository.run(process.execPath, [`node_modules/husky/${bin}`, ...args])
  expect(status, output).toBe(0)
}

export const install = (repository: WingmanRepository, ...args: string[]): string => {
  const { status, output, stdout } = repository.wingman('install', ...args)
  expect(status, output).toBe(0)
  return stdout
}
