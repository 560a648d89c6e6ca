import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryAt } from '../../support/repository.ts'
import {
  repositoryWithRemote,
  type WingmanRepository,
  wingmanAt,
  withReviews,
} from '../../support/wingman.ts'

/** Where a repository can keep itself. */
export interface Layout {
  /** With a remote `origin`, nothing in it of ours, and all that belongs to it in one temporary folder. */
  make(): WingmanRepository
  /** From that folder on. The remote is always `remote.git`. */
  path: string
  /** What git must be told when the folder was copied to another place. */
  moved?(folder: string): void
}

export const PLAIN: Layout = { make: () => repositoryWithRemote(), path: 'project' }

export const SHA_256: Layout = {
  make: () =>
    repositoryWithRemote({
      init: ['init', '-q', '-b', 'main', '--object-format=sha256'],
      remoteInit: ['--object-format=sha256'],
    }),
  path: 'project',
}

export const LAYOUTS: Record<string, Layout> = {
  'a SHA-256 repository': SHA_256,
  'a linked worktree': {
    make() {
      const main = repositoryWithRemote()
      main.commit('root', { 'README.md': '# main\n' })
      main.git('worktree', 'add', '-q', '-b', 'side', '../side')
      return wingmanAt(join(main.dir, '..', 'side'))
    },
    path: 'side',
    // `git worktree repair` would leave the two where they point to, as long as the first copy is there.
    moved(folder) {
      writeFileSync(join(folder, 'side/.git'), `gitdir: ${join(folder, 'project/.git/worktrees/side')}\n`)
      writeFileSync(join(folder, 'project/.git/worktrees/side/gitdir'), `${join(folder, 'side/.git')}\n`)
    },
  },
  'a submodule': {
    make() {
      const library = repositoryWithRemote({ name: 'library' })
      library.commit('root', { 'README.md': '# library\n' })
      library.git('push', '-q', 'origin', 'main')
      library.git('init', '-q', '-b', 'main', '../outer')
      const outer = repositoryAt(join(library.dir, '..', 'outer'))
      const remote = join(library.dir, '..', 'remote.git')
      outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', remote, 'inner')
      const inner = wingmanAt(join(outer.dir, 'inner'))
      inner.git('remote', 'set-url', 'origin', '../../remote.git')
      return inner
    },
    path: 'outer/inner',
  },
  'a repository with --separate-git-dir': {
    make() {
      const repository = repositoryWithRemote({
        init: ['init', '-q', '-b', 'main', '--separate-git-dir', '../elsewhere.git'],
      })
      repository.write({ '.git': 'gitdir: ../elsewhere.git\n' })
      return repository
    },
    path: 'project',
  },
}

export const reviewedIn = ({ make }: Layout, config: string): WingmanRepository => withReviews(make(), config)
