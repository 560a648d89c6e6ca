import { expect, test } from 'vitest'
import { type TestRepository, temporaryFolder, temporaryRepository } from '../support/repository.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { treeOf } from '../support/tree.ts'
import { withWingman } from '../support/wingman.ts'

const THEIRS = '#!/bin/sh\necho mine\n\x1b[31mred\n'

function project() {
  const repository = withWingman(temporaryRepository())
  repository.commit('one', { 'a.txt': '1' })
  repository.executable('.git/hooks/pre-push', THEIRS)
  return repository
}

/** What a diff of ours makes of a tree, by the words of git itself. */
function applied(repository: TestRepository, patch: string): TestRepository {
  const copy = temporaryRepository({ name: 'copy', init: [] })
  repository.run('cp', ['-R', '.', copy.dir])
  const folder = temporaryFolder()
  copy.write({ '../patch': patch.replaceAll('a/.git/', 'a/dotgit/').replaceAll('b/.git/', 'b/dotgit/') })
  copy.run('mv', ['.git', 'dotgit'])
  const { status, output } = copy.run('git', ['apply', '--no-index', '../patch'], {
    env: { GIT_CEILING_DIRECTORIES: folder },
  })
  expect(output).toBe('')
  expect(status).toBe(0)
  return copy
}

test('prints every file that would be written as a diff that git applies, and writes nothing', () => {
  const repository = project()
  repository.git('config', 'core.hooksPath', 'githooks')
  repository.executable('githooks/pre-push', '#!/bin/sh\necho one\necho two\n')
  const before = treeOf(repository.dir)
  const { status, stdout } = repository.wingman('install', '--dry-run')
  expect(status).toBe(0)
  expect(treeOf(repository.dir)).toEqual(before)
  expect(stdout).toContain('would write githooks/pre-push')
  expect(stdout).toContain(
    'diff --git a/githooks/post-commit b/githooks/post-commit\nnew file mode 100755\n--- /dev/null\n',
  )
  expect(stdout).toMatch(/\n@@ -1,3 \+1,\d+ @@\n #!\/bin\/sh\n\+# >>> wingman/)
  const patch = stdout.slice(stdout.indexOf('diff --git'))
  const copy = applied(repository, patch)
  repository.wingman('install')
  for (const hook of ['post-commit', 'pre-push', 'post-rewrite'])
    expect(copy.read(`githooks/${hook}`)).toBe(repository.read(`githooks/${hook}`))
})

test('init shows the config as a new file, and a hook of theirs as moved, with nothing of it run or shown raw', () => {
  const repository = project()
  const before = treeOf(repository.dir)
  const { stdout } = repository.wingman('init', '--dry-run')
  expect(treeOf(repository.dir)).toEqual(before)
  expect(stdout).toMatch(/diff --git a\/wingman\.config\.\w+ b\/wingman\.config\.\w+\nnew file mode 100644/)
  expect(stdout).toContain('rename from .git/hooks/pre-push\nrename to .git/hooks/pre-push.before-wingman\n')
  expect(stdout).not.toContain('\x1b')
})

test('as JSON it is what was there and what would be', () => {
  const repository = project()
  for (const command of ['install', 'init']) {
    const { files } = JSON.parse(repository.wingman(command, '--dry-run', '--json').stdout)
    const push = files.find(({ file }: { file: string }) => file === '.git/hooks/pre-push')
    expect(push).toMatchObject({
      before: THEIRS,
      executable: true,
      movedTo: '.git/hooks/pre-push.before-wingman',
    })
    expect(push.after).toContain('# wingman-hook')
  }
  expect(repository.wingman('install').status).toBe(0)
  expect(JSON.parse(repository.wingman('install', '--dry-run', '--json').stdout).files).toEqual([])
  expect(repository.wingman('install', '--dry-run').stdout).toBe('Nothing to do: the hooks are in place.\n')
})

test.skipIf(noTerminal)('is coloured on a terminal, and what stands in a file is not', () => {
  const repository = project()
  repository.git('config', 'core.hooksPath', 'githooks')
  repository.executable('githooks/pre-push', THEIRS)
  const { output } = typed(repository, ['install', '--dry-run'], { NO_COLOR: '', TERM: 'xterm' })
  expect(output).toContain('\x1b[32m+# >>> wingman')
  expect(output).not.toContain('\x1b[31mred')
})
