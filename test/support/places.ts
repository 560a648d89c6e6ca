import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryAt, type TestRepository, temporaryFolder, temporaryRepository } from './repository.ts'

const ODD = `odd 'name' $HOME "é" [x]`

/** Every way in which a working tree and its repository can stand to each other, empty but for what it takes. */
export const PLACES: Record<string, () => TestRepository> = {
  'an ordinary repository': () => temporaryRepository(),
  'a path with odd characters': () => temporaryRepository({ name: ODD }),
  'a SHA-256 repository': () =>
    temporaryRepository({ init: ['init', '-q', '-b', 'main', '--object-format=sha256'] }),
  'a linked worktree': () => linkedWorktree(temporaryRepository()),
  'a submodule': submodule,
  'a separate git directory': () =>
    temporaryRepository({ init: ['init', '-q', '-b', 'main', '--separate-git-dir', `../${ODD}`] }),
}

function linkedWorktree(main: TestRepository): TestRepository {
  main.commit('begin', { 'main.txt': 'main\n' })
  main.git('worktree', 'add', '-q', '-b', 'linked', `../${ODD}`)
  return repositoryAt(join(main.dir, '..', ODD))
}

function submodule(): TestRepository {
  const folder = temporaryFolder()
  for (const name of ['inner', 'outer']) mkdirSync(join(folder, name))
  const inner = repositoryAt(join(folder, 'inner'))
  inner.git('init', '-q', '-b', 'main')
  inner.commit('begin', { 'inner.txt': 'inner\n' })
  const outer = repositoryAt(join(folder, 'outer'))
  outer.git('init', '-q', '-b', 'main')
  outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.dir, 'the module')
  return repositoryAt(join(outer.dir, 'the module'))
}
