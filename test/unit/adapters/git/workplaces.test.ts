import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGit } from '../../../../src/adapters/git/door.ts'
import { requireRepository } from '../../../../src/adapters/git/locate.ts'
import { workplaces } from '../../../../src/adapters/git/workplaces.ts'
import { openProject } from '../../../../src/cli/compose.ts'
import { snapshot } from '../../../support/findings.ts'
import { type TestRepository, temporaryRepository } from '../../../support/repository.ts'
import { GITHUB_TOKEN, KEY_BODY, keyBegin, keyEnd, SECRETS } from '../../../support/secrets.ts'

const open = (repository: TestRepository, kind: 'tree' | 'worktree' | 'export') => {
  const git = openGit(repository.dir, async () => {})
  const what = snapshot({
    commit: repository.git('rev-parse', 'HEAD'),
    tree: repository.git('rev-parse', 'HEAD^{tree}'),
  })
  const paths = requireRepository(repository.dir)
  return workplaces(git, paths, openProject(repository.dir).ports.epoch).open(what, kind)
}

function project(): TestRepository {
  const repository = temporaryRepository({ name: 'my project' })
  repository.commit('one', {
    'a.txt': 'a\n',
    '.gitignore': 'node_modules\n',
    'packages/p/index.js': 'committed\n',
  })
  repository.write({ 'node_modules/dep/index.js': 'dep\n' })
  symlinkSync('../packages/p', join(repository.dir, 'node_modules/p'))
  return repository
}

test("the person's own tree serves while it is exactly the snapshot", async () => {
  const repository = project()
  const place = await open(repository, 'tree')
  expect(place.dir).toBe(repository.dir)
  expect(await place.unchanged()).toBe(true)
  repository.write({ 'a.txt': 'edited\n' })
  expect(await place.unchanged()).toBe(false)
})

test('with other work in it, a checkout of its own is used, with what is installed, and nothing is left of it', async () => {
  const repository = project()
  repository.write({ 'a.txt': 'edited\n', 'packages/p/index.js': 'edited\n' })
  const place = await open(repository, 'tree')
  expect(place.dir).not.toContain(repository.dir)
  expect(readFileSync(join(place.dir, 'a.txt'), 'utf8')).toBe('a\n')
  expect(readFileSync(join(place.dir, 'node_modules/dep/index.js'), 'utf8')).toBe('dep\n')
  // A workspace's own package is the one of the snapshot, not the one being edited.
  expect(readFileSync(join(place.dir, 'node_modules/p/index.js'), 'utf8')).toBe('committed\n')
  await place.close()
  expect(existsSync(place.dir)).toBe(false)
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1)
})

test('a command that empties node_modules there takes nothing from the person', async () => {
  const repository = project()
  const place = await open(repository, 'worktree')
  rmSync(join(place.dir, 'node_modules'), { recursive: true })
  expect(repository.read('node_modules/dep/index.js')).toBe('dep\n')
  await place.close()
})

test('an export has no git, no configuration of agents, and no way out', async () => {
  const repository = project()
  const theirs = [
    '.claude/settings.json',
    '.mcp.json',
    'CLAUDE.md',
    'packages/p/Agents.md',
    'packages/p/.cursor/rules/x.mdc',
    '.github/hooks/a.json',
    '.github/copilot-instructions.md',
  ]
  repository.write(
    Object.fromEntries(
      [...theirs, '.github/workflows/ci.yml', 'docs/prompts/a.md'].map(name => [name, '{}']),
    ),
  )
  symlinkSync('/etc/passwd', join(repository.dir, 'way-out'))
  repository.commit('two')
  const place = await open(repository, 'export')
  for (const name of ['.git', '.claude', ...theirs])
    expect(existsSync(join(place.dir, name)), name).toBe(false)
  for (const name of ['.github/workflows/ci.yml', 'docs/prompts/a.md'])
    expect(existsSync(join(place.dir, name)), name).toBe(true)
  expect(() => readlinkSync(join(place.dir, 'way-out'))).toThrow()
  expect(readFileSync(join(place.dir, 'way-out'), 'utf8')).toBe('/etc/passwd')
  await place.close()
  expect(existsSync(place.dir)).toBe(false)
})

test('an export shows no secret, in whatever file and encoding it stands', async () => {
  const repository = project()
  const secret = GITHUB_TOKEN
  const latin = Buffer.from(`é token = "${secret}"\n`, 'latin1')
  repository.write({ 'a.env': `TOKEN=${secret}\n`, 'packages/q/plain.txt': 'nothing\n' })
  writeFileSync(join(repository.dir, 'latin.txt'), latin)
  writeFileSync(join(repository.dir, 'wide.txt'), Buffer.from(`\ufeffTOKEN=${secret}`, 'utf16le'))
  writeFileSync(Buffer.concat([Buffer.from(`${repository.dir}/`), Buffer.from([0x62, 0xff])]), secret)
  writeFileSync(join(repository.dir, 'huge.txt'), `${secret}\n`.repeat(200_000))
  repository.commit('two')
  const place = await open(repository, 'export')
  const { stdout, status } = repository.run('grep', ['-rac', secret.slice(4), '.'], { cwd: place.dir })
  expect(status, stdout).toBe(1)
  expect(readFileSync(join(place.dir, 'wide.txt')).toString('latin1').replaceAll('\0', '')).not.toContain(
    secret,
  )
  expect(readFileSync(join(place.dir, 'a.env'), 'utf8')).toBe(`TOKEN=${secret.slice(0, 4)}****\n`)
  expect(readFileSync(join(place.dir, 'latin.txt'))).toEqual(
    Buffer.from(latin.toString('latin1').replace(secret, `${secret.slice(0, 4)}****`), 'latin1'),
  )
  expect(readFileSync(join(place.dir, 'packages/q/plain.txt'), 'utf8')).toBe('nothing\n')
  await place.close()
})

test('an export has no secret in it, wherever in the project one stands; what is no text stays what it is', async () => {
  const repository = project()
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x80])
  const files = Object.entries(SECRETS).map(([name, secret], at) => [
    `deep/${at}/x.txt`,
    `${name} é: ${secret}\n`,
  ])
  repository.commit('two', {
    ...Object.fromEntries(files),
    'key.pem': `${keyBegin()}\n${KEY_BODY}\n${keyEnd()}\n`,
    'url.txt': 'postgres://me:hunter22@host/db\n',
    'image.bin': bytes,
  })
  const place = await open(repository, 'export')
  const grep = (pattern: string) =>
    repository.tryGit('grep', '--no-index', '-Fn', pattern, '--', place.dir).stdout
  for (const [name, secret] of Object.entries(SECRETS)) expect(grep(secret), name).toBe('')
  expect([grep(KEY_BODY), grep('hunter22')]).toEqual(['', ''])
  expect(readFileSync(join(place.dir, 'deep/0/x.txt'), 'utf8')).toMatch(/^an AWS key id é: AKIA\*\*\*\*\n$/)
  expect(readFileSync(join(place.dir, 'image.bin'))).toEqual(bytes)
  expect(readFileSync(join(place.dir, 'a.txt'), 'utf8')).toBe('a\n')
  await place.close()
})

test('a branch that was left and come back to while a command ran: what it saw proves nothing', async () => {
  const repository = project()
  const place = await open(repository, 'tree')
  expect([place.dir, await place.unchanged()]).toEqual([repository.dir, true])
  repository.git('checkout', '-q', '-b', 'other')
  await openProject(repository.dir).ports.epoch.observe()
  repository.git('checkout', '-q', 'main')
  expect(await place.unchanged()).toBe(false)
})

test('a checkout that somebody took away while a command ran: what it saw proves nothing', async () => {
  const place = await open(project(), 'worktree')
  expect(await place.unchanged()).toBe(true)
  rmSync(place.dir, { recursive: true })
  expect(await place.unchanged()).toBe(false)
  await place.close()
})

test('a repository of its own in the tree, or changes within a submodule, are not what is committed', async () => {
  const nested = project()
  repositoryIn(nested, 'lib')
  expect((await open(nested, 'tree')).dir).not.toBe(nested.dir)

  const inner = temporaryRepository({ name: 'inner' })
  inner.commit('begin', { 'f.txt': 'as committed\n' })
  const outer = project()
  outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.dir, 'sub')
  outer.commit('with a submodule')
  expect((await open(outer, 'tree')).dir).toBe(outer.dir)
  outer.write({ 'sub/f.txt': 'changed\n' })
  const elsewhere = await open(outer, 'tree')
  expect(elsewhere.dir).not.toBe(outer.dir)
  await elsewhere.close()
})

function repositoryIn(repository: TestRepository, name: string): void {
  repository.git('init', '-q', name)
  repository.write({ [`${name}/need.js`]: 'x\n' })
  repository.git('-C', name, 'add', '-A')
  repository.git('-C', name, 'commit', '-q', '-m', 'inside')
}
