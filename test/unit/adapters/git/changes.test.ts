import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changes } from '../../../../src/adapters/git/changes.ts'
import { openGit } from '../../../../src/adapters/git/door.ts'
import { addedLines } from '../../../../src/domain/snapshot.ts'
import { type TestRepository, temporaryRepository } from '../../../support/repository.ts'

const changed = (repository: TestRepository, base = 'HEAD~1') =>
  changes(
    openGit(repository.dir, async () => {}),
    base,
    'HEAD',
  )

test('lines are known by their place in the new file', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n' })
  repository.commit('two', { 'a.txt': 'zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\n8\nnine\n' })
  const [file] = await changed(repository)
  expect(file && addedLines(file)).toEqual([
    { kind: 'added', text: 'zero', line: 1 },
    { kind: 'added', text: '8', line: 9 },
  ])
})

test('added, modified, deleted, made executable and turned into a link', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.sh': 'd\n', 'e.txt': 'e\n' })
  repository.write({ 'a.txt': 'a\n', 'b.txt': 'B\n' })
  repository.executable('d.sh', 'd\n')
  rmSync(join(repository.dir, 'c.txt'))
  rmSync(join(repository.dir, 'e.txt'))
  symlinkSync('/etc/passwd', join(repository.dir, 'e.txt'))
  repository.write({ 'f.txt': 'f\n' })
  repository.commit('two')
  const files = await changed(repository)
  expect(files.map(({ path, status, mode, content }) => [path, status, mode, content])).toEqual([
    ['a.txt', 'added', '100644', 'text'],
    ['b.txt', 'modified', '100644', 'text'],
    ['c.txt', 'deleted', null, 'text'],
    ['d.sh', 'modified', '100755', 'text'],
    ['e.txt', 'retyped', '120000', 'link'],
    ['f.txt', 'added', '100644', 'text'],
  ])
  // What follows a link, which git shows in two parts, still has its own lines.
  expect(files.at(-1)?.hunks[0]?.lines[0]?.text).toBe('f')
})

test('what is not text is known, and so is text that is too long to be read', async () => {
  const repository = temporaryRepository()
  repository.commit('one', { 'a.txt': 'a\n' })
  repository.commit('two', {
    'b.bin': Buffer.from([0, 1, 2, 255]),
    'c.txt': 'x'.repeat(6 * 1024 * 1024),
    'd.txt': 'd\n',
  })
  expect((await changed(repository)).map(({ path, content }) => [path, content])).toEqual([
    ['b.bin', 'binary'],
    ['c.txt', 'large'],
    ['d.txt', 'text'],
  ])
})

test('code in UTF-16 is read from its first line on', async () => {
  const repository = temporaryRepository()
  const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  repository.commit('one', { 'a.py': inUtf16('x = 1\ny = 2\n') })
  repository.commit('two', {
    'a.py': inUtf16('breakpoint()\ny = 2\n'),
    'b.py': inUtf16('breakpoint()\n').swap16(),
  })
  const files = await changed(repository)
  for (const { path, hunks } of files) {
    const added = hunks.flatMap(hunk => hunk.lines.filter(({ kind }) => kind === 'added'))
    expect(added[0], path).toMatchObject({ line: 1, text: 'breakpoint()' })
  }
  expect(files).toHaveLength(2)
})

test('a file name is a name, whatever is in it', async () => {
  const names = [
    'a\nb.txt',
    'tab\there',
    '"quoted"',
    '--output=x',
    'diff --git a/x b/x',
    'ünïcode',
    'back\\slash',
    ' space ',
  ]
  const repository = temporaryRepository()
  repository.commit('one', { 'z.txt': 'z\n' })
  repository.commit(
    'two',
    Object.fromEntries(names.map(name => [name, `diff --git a/evil b/evil\n+++ ${name}\n`])),
  )
  const files = await changed(repository)
  expect(files.map(({ path }) => path).sort()).toEqual([...names].sort())
  expect(files.every(file => addedLines(file).length === file.path.split('\n').length + 1)).toBe(true)
})

test("nothing of the repository's own config is run or obeyed", async () => {
  const repository = temporaryRepository()
  repository.commit('one', { '.gitattributes': '*.txt diff=evil filter=evil\n', 'a.txt': 'one\n' })
  const trap = join(repository.dir, 'trapped')
  for (const key of [
    'diff.evil.textconv',
    'diff.evil.command',
    'diff.external',
    'filter.evil.smudge',
    'core.fsmonitor',
    'core.pager',
  ]) {
    repository.git('config', key, `touch '${trap}'; cat`)
  }
  repository.git('config', 'diff.noprefix', 'true')
  repository.git('config', 'diff.context', '0')
  repository.git('config', 'diff.algorithm', 'patience')
  repository.git('config', 'color.ui', 'always')
  repository.git('-c', 'core.fsmonitor=false', 'commit', '-q', '--allow-empty', '-m', 'two')
  repository.write({ 'a.txt': 'one\ntwo\n' })
  repository.git('-c', 'core.fsmonitor=false', 'add', '-A')
  repository.git('-c', 'core.fsmonitor=false', 'commit', '-q', '-m', 'three')
  rmSync(trap, { force: true })
  const [file] = await changed(repository)
  expect(file?.hunks[0]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['kept', 'one'],
    ['added', 'two'],
  ])
  expect(repository.has('trapped')).toBe(false)
})

test('a SHA-256 repository, and a root commit against nothing', async () => {
  const repository = temporaryRepository({ init: ['init', '-q', '-b', 'main', '--object-format=sha256'] })
  repository.commit('one', { 'a.txt': 'a\n' })
  const empty = '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
  expect(await changed(repository, empty)).toMatchObject([{ path: 'a.txt', status: 'added' }])
})
