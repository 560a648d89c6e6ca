import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE } from '../support/fake-programs.ts'
import { CLEAN, commitUnseen, DEFECT, gatedRepository, shortId } from '../support/gate-scenes.ts'
import { huskyProject, started } from '../support/hook-places.ts'
import { doctor, hooksIn, init, protects, unhooked } from '../support/installing.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { temporaryFolder } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

/** But for the note of a push, which test/integration/gate-bypasses.test.ts is about. */
const withoutNotes = (repository: WingmanRepository) =>
  treeOf(join(repository.dir, '.git/wingman'), { without: /^skipped\./ })

test('case 27: with WINGMAN=0 nothing of ours happens but a note of the push; their own hooks run', () => {
  const repository = unhooked()
  for (const hook of ['post-commit', 'pre-push'])
    repository.executable(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >>../theirs\n`)
  repository.wingman('install')
  const before = withoutNotes(repository)
  repository.write({ 'a.js': DEFECT })
  repository.git('add', '-A')
  const env = { WINGMAN: '0' }
  expect(repository.run('git', ['commit', '-q', '-m', 'one'], { env })).toMatchObject({
    status: 0,
    output: '',
  })
  expect(repository.run('git', ['push', '-q', 'origin', 'main'], { env })).toMatchObject({
    status: 0,
    output: '',
  })
  expect(withoutNotes(repository)).toEqual(before)
  expect(repository.run('sh', ['-c', 'cat .git/wingman/skipped.*']).stdout).toContain('refs/heads/main ')
  expect(repository.read('../theirs')).toBe('post-commit\npre-push\n')
})

test('case 27: with husky as well', () => {
  const repository = huskyProject()
  repository.wingman('install')
  const before = withoutNotes(repository)
  repository.write({ 'a.js': DEFECT })
  repository.git('add', '-A')
  const env = { WINGMAN: '0' }
  expect(repository.run('git', ['commit', '-q', '-m', 'one'], { env })).toMatchObject({
    status: 0,
    output: '',
  })
  expect(repository.run('git', ['push', '-q', 'origin', 'main'], { env })).toMatchObject({
    status: 0,
    output: '',
  })
  expect(withoutNotes(repository)).toEqual(before)
})

test('case 28: a push with --no-verify is noticed by the next thing that runs', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = commitUnseen(repository, { 'a.js': DEFECT })
  expect(repository.push('-q', '--no-verify').status).toBe(0)
  // The worker of the next commit, not a command that somebody types.
  repository.commit('next', { 'a.js': CLEAN })
  await repository.reviewed()
  const noticed = `refs/heads/main at ${shortId(bad)} was pushed to origin without the gate`
  await expect.poll(() => repository.wingman('log').stdout, { timeout: 20_000 }).toContain(noticed)
  expect(repository.wingman('status').stdout).toContain('Went out without the gate: 1 push')
})

test('case 29: without node on PATH, as a GUI client starts us, the node that was recorded is used', async () => {
  const repository = unhooked()
  repository.wingman('install')
  const gui = bare(repository)
  repository.write({ 'a.js': DEFECT })
  expect(gui('add', '-A').status).toBe(0)
  expect(gui('commit', '-q', '-m', 'bad')).toMatchObject({ status: 0, output: '' })
  await repository.reviewed()
  expect(repository.lastReview().verdict).toBe('needs-revision')
  expect(gui('push', 'origin', 'main')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('a.js:1'),
  })
})

test('case 29: where the recorded one is gone, ~/.config/wingman/init.sh tells of another', async () => {
  const repository = unhooked()
  repository.wingman('install')
  const [, hook] = repository.read('.git/wingman/runtime').split('\n')
  repository.write({ '.git/wingman/runtime': `/gone/node\n${hook}\n` })
  const home = temporaryFolder()
  const node = join(home, 'versions/20/bin')
  const config = wingmanAt(home)
  config.write({ 'versions/20/bin/.keep': '', '.config/wingman/init.sh': `export PATH="${node}:$PATH"\n` })
  symlinkSync(process.execPath, join(node, 'node'))
  const gui = bare(repository, { HOME: home, XDG_CONFIG_HOME: undefined })
  repository.write({ 'a.js': DEFECT })
  gui('add', '-A')
  expect(gui('commit', '-q', '-m', 'bad')).toMatchObject({ status: 0, output: '' })
  await repository.reviewed()
  expect(gui('push', 'origin', 'main')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('a.js:1'),
  })
})

test('case 30: the node that was recorded is gone, as after an update by nvm: the one on PATH is used', async () => {
  const repository = unhooked()
  const old = join(temporaryFolder(), 'node')
  symlinkSync(process.execPath, old)
  repository.wingman('install')
  const [, hook] = repository.read('.git/wingman/runtime').split('\n')
  repository.write({ '.git/wingman/runtime': `${old}-gone\n${hook}\n` })
  await protects(repository)
  // The worker has noted the one that it was found by.
  expect(doctor(repository)).toEqual([])
})

test('case 30: with no node on PATH either, that of a version manager is found', async () => {
  const repository = unhooked()
  repository.wingman('install')
  const [, hook] = repository.read('.git/wingman/runtime').split('\n')
  const home = temporaryFolder()
  repository.write({ '.git/wingman/runtime': `${home}/.nvm/versions/node/v20.1.0/bin/node\n${hook}\n` })
  wingmanAt(home).write({ '.nvm/alias/default': '20\n' })
  // There may be another in /usr/bin, which is asked last.
  const text = `#!/bin/sh\necho ran >>'${home}/ran'\nexec '${process.execPath}' "$@"\n`
  wingmanAt(home).executable('.nvm/versions/node/v20.20.0/bin/node', text)
  const gui = bare(repository, { HOME: home, XDG_CONFIG_HOME: undefined })
  repository.write({ 'a.js': DEFECT })
  gui('add', '-A')
  gui('commit', '-q', '-m', 'bad')
  await repository.reviewed()
  expect(gui('push', 'origin', 'main')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('a.js:1'),
  })
  expect(wingmanAt(home).read('ran')).toContain('ran\n')
})

test('case 32: with core.autocrlf=true our hooks end their lines as sh wants them, before and after a checkout', async () => {
  const repository = unhooked()
  repository.git('config', 'core.autocrlf', 'true')
  expect(init(repository).status).toBe(0)
  await checkedOutAnew(repository)
  expect(repository.read('wingman.config.yaml')).toContain('\r\n')
  for (const hook of ['post-commit', 'pre-push'])
    expect(repository.read(`.git/hooks/${hook}`)).not.toContain('\r')
  await protects(repository)
})

test('case 32: with core.autocrlf=true our lines in a hook file of theirs are known again, and written as sh wants them', async () => {
  const repository = huskyProject()
  repository.write({ '.husky/pre-push': ': theirs\n', '.husky/post-commit': ': theirs\n' })
  repository.git('config', 'core.autocrlf', 'true')
  repository.wingman('install')
  const installed = repository.read('.husky/pre-push')
  await checkedOutAnew(repository)
  expect(repository.read('.husky/pre-push')).toBe(installed.replaceAll('\n', '\r\n'))
  expect(repository.wingman('install').status).toBe(0)
  const [ours = '', rest] = repository.read('.husky/pre-push').split(/(?<=# <<< wingman\n)/)
  expect(ours).toBe(installed.replace(': theirs\n', ''))
  expect(rest).toBe(': theirs\r\n')
  // To git nothing has changed.
  expect(repository.git('diff', '--name-only')).toBe('')
  expect(repository.wingman('install').stdout).toBe('Nothing to do: the hooks are in place.\n')
  repository.wingman('uninstall')
  expect(repository.read('.husky/pre-push')).toBe(': theirs\r\n')
})

test.each(['.git/hooks', '.githooks'])(
  'case 33: a hook in %s lost its run bit: doctor tells, and mends it',
  async folder => {
    const repository = unhooked()
    if (folder === '.githooks') repository.git('config', 'core.hooksPath', folder)
    repository.wingman('install')
    chmodSync(join(repository.dir, folder, 'pre-push'), 0o644)
    expect(hooksIn(repository).off).toEqual(['pre-push'])
    expect(doctor(repository)).toMatchObject([
      { check: 'hooks', what: 'the pre-push hook is not executable, so git passes over it' },
    ])
    doctor(repository, '--fix')
    expect(doctor(repository)).toEqual([])
    await protects(repository)
  },
)

const SHELLS: Record<string, string[]> = {
  dash: ['dash'],
  'busybox sh': ['busybox', 'sh'],
  'bash --posix': ['bash', '--posix'],
}
const has = ([program = '', ...args]: string[]) =>
  spawnSync(program, [...args, '-c', ':'], { stdio: 'ignore' }).status === 0

for (const [name, command] of Object.entries(SHELLS)) {
  const isThere = has(command)
  test.skipIf(!isThere)(
    `case 34: the hooks run under ${name}${isThere ? '' : ' (SKIPPED: not installed)'}`,
    async () => {
      const [shell = '', ...args] = command
      const repository = started()
      const hooks = recordedHooks(repository, { exitCode: 3 })
      const commit = repository.run(shell, [...args, '.git/hooks/post-commit'])
      expect(commit).toMatchObject({ status: 0, output: '' })
      const head = repository.git('rev-parse', 'HEAD')
      expect(hooks.requests()).toEqual([`wingman-request 1\npost-commit ${head} refs/heads/main -\nend\n`])
      const input = 'a b c d\n'
      const push = repository.run(shell, [...args, '.git/hooks/pre-push', 'origin', 'url'], { input })
      // Neither a yes nor a no.
      expect(push).toMatchObject({ status: 1, output: expect.stringContaining('without an answer') })
      const call = { args: 'pre-push origin url', stdin: 'a b c d', cwd: repository.dir }
      expect(await hooks.calls(2)).toContainEqual(call)
      for (const script of ['agent', 'request-block', 'gate-block', 'lefthook'])
        expect(repository.run(shell, [...args, '-n', `${PACKAGE}templates/hooks/${script}.sh`]).output).toBe(
          '',
        )
    },
  )

  test.skipIf(!isThere)(
    `case 34: a repository whose hooks git starts with ${name} is protected${isThere ? '' : ' (SKIPPED)'}`,
    async () => {
      const repository = unhooked()
      repository.executable('.git/hooks/pre-push', '#!/bin/sh\ncat >../theirs\n')
      repository.wingman('install')
      for (const hook of ['post-commit', 'pre-push']) {
        const path = join(repository.dir, '.git/hooks', hook)
        const shebang = `#!/usr/bin/env -S ${command.join(' ')}\n`
        writeFileSync(path, repository.read(`.git/hooks/${hook}`).replace('#!/bin/sh\n', shebang))
      }
      await protects(repository)
      expect(repository.read('../theirs')).toMatch(/^HEAD \w+ refs\/heads\/main \w+\n$/)
    },
  )
}

/** Git as a client with windows starts it: what it needs is on PATH, and node is not. */
function bare(repository: WingmanRepository, env: Record<string, string | undefined> = {}) {
  const bin = temporaryFolder()
  const needed = [
    'git',
    'sh',
    'cat',
    'mkdir',
    'rm',
    'sed',
    'setsid',
    'env',
    'dirname',
    'basename',
    'uname',
    'ls',
  ]
  for (const name of needed) {
    const path = ['/usr/bin', '/bin', '/usr/local/bin'].map(folder => join(folder, name)).find(existsSync)
    if (path) symlinkSync(path, join(bin, name))
  }
  return (...args: string[]) => repository.run('git', args, { env: { PATH: bin, ...env } })
}

/** All that is tracked, with the line ends that git now gives it. */
async function checkedOutAnew(repository: WingmanRepository): Promise<void> {
  commitUnseen(repository, {})
  repository.git('rm', '-q', '--cached', '-r', '.')
  repository.git('-c', 'core.hooksPath=/dev/null', 'reset', '-q', '--hard')
  repository
    .git('ls-files')
    .split('\n')
    .forEach(name => void repository.run('rm', [name]))
  repository.git('-c', 'core.hooksPath=/dev/null', 'checkout', '-q', '--', '.')
  repository.wingman('run', 'review')
}
