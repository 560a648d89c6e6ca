import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { copyPackage, PACKAGE } from './fake-programs.ts'
import { repositoryAt, type TestRepository, temporaryRepository } from './repository.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository } from './wingman.ts'

export function started(init?: string[], name = 'project'): TestRepository {
  const repository = temporaryRepository(init ? { init, name } : { name })
  repository.commit('start', { 'README.md': '# project\n' })
  return repository
}

export function linked(repository: TestRepository): TestRepository {
  repository.git('worktree', 'add', '-q', '-b', 'side', join(repository.dir, '../side'), 'main')
  return repositoryAt(join(repository.dir, '../side'))
}

export function bareCloneOf(repository: TestRepository): TestRepository {
  repository.git('clone', '-q', '--bare', '.', '../bare.git')
  return repositoryAt(join(repository.dir, '../bare.git'))
}

export function submoduleOf(repository: TestRepository): TestRepository {
  const inner = started()
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'inner')
  return repositoryAt(join(repository.dir, 'inner'))
}

export function remoteFor<Kind extends TestRepository>(repository: Kind): Kind {
  const format = repository.git('rev-parse', '--show-object-format')
  const remote = join(repository.dir, '../remote.git')
  repository.git('init', '-q', '--bare', '-b', 'main', `--object-format=${format}`, remote)
  repository.git('remote', 'add', 'origin', remote)
  return repository
}

/** An npm project with husky and wingman in its node_modules, and husky's runners where git looks. */
export function huskyProject(): WingmanRepository {
  const repository = repositoryWithRemote()
  repository.commit('start', {
    'package.json': '{}\n',
    'wingman.config.yaml': RULES_ONLY,
    '.gitignore': 'node_modules\nlog\ntheirs\n',
  })
  mkdirSync(join(repository.dir, 'node_modules'))
  cpSync(join(PACKAGE, 'node_modules/husky'), join(repository.dir, 'node_modules/husky'), { recursive: true })
  copyPackage(join(repository.dir, 'node_modules/git-wingman'))
  setUpHusky(repository)
  return repository
}

/** As `npx husky` does. */
export function setUpHusky(repository: TestRepository): void {
  const { status } = repository.run(process.execPath, ['node_modules/husky/bin.js'])
  expect(status).toBe(0)
  expect(repository.git('config', 'core.hooksPath')).toBe('.husky/_')
}
