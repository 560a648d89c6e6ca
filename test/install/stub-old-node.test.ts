import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyPackage } from '../support/fake-programs.ts'
import { oldNode } from '../support/real-tools.ts'
import { temporaryFolder } from '../support/repository.ts'
import { barePath, SHELLS, searchBelow } from '../support/stub-scene.ts'
import { RULES_ONLY, repositoryWithRemote } from '../support/wingman.ts'

const old = oldNode()
const NVM = '.nvm/versions/node/v24.0.0/bin/node'

describe.skipIf(old === null).each(SHELLS.map(shell => ({ shell, name: shell.join(' ') })))(
  'the recorded node is another by now, and too old, under $name',
  ({ shell }) => {
    test.each([
      ['a version manager', NVM, undefined],
      ['PATH', 'mine/node', undefined],
      ['the rc file', 'mine/node', 'PATH=$PATH:$HOME/mine\n'],
    ])(
      'case 29: the one of %s reviews the commit, answers for the push and is recorded',
      async (_, at, rc) => {
        const scene = oldScene(shell)
        scene.newNode(at)
        if (rc) scene.rc(rc)
        const env = rc || at === NVM ? {} : { PATH: `${dirname(join(scene.home, at))}:${scene.path}` }
        scene.repository.write({ 'a.js': 'debugger\n' })
        scene.repository.git('add', '-A')
        scene.repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'bad')
        const held = scene.push(env)
        expect(held).toMatchObject({ status: 1, stderr: expect.stringContaining('was never reviewed') })
        expect(scene.record()).toBe(old)
        expect(scene.commit(env)).toMatchObject({ status: 0, output: '' })
        await scene.repository.reviewed()
        await expect.poll(scene.record).toBe(process.execPath)
        expect(scene.push(env)).toMatchObject({ status: 1, stderr: expect.stringContaining('debugger') })
        expect(scene.push(env).stderr).not.toContain('too old')
      },
    )

    test('case 29: where there is no other, commits stand and say so, and a push is held with the remedy', async () => {
      const scene = oldScene(shell)
      expect(scene.push()).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/Node 18\.20\.8 is too old, and no Node 20\.19 or newer was found/),
      })
      expect(scene.push().stderr).toContain(`${scene.home}/.config/wingman/init.sh: PATH=$PATH:/its/folder`)
      expect(scene.commit()).toMatchObject({ status: 0, output: '' })
      // Found out behind the commit's back: said with the next one.
      await expect.poll(scene.record).toBe('-')
      const next = scene.commit()
      expect(next).toMatchObject({ status: 0, stdout: '' })
      expect(next.stderr).toMatch(/^wingman: no Node 20\.19 or newer was found, .*\n$/)
      expect(scene.push()).toMatchObject({ status: 1, stderr: expect.stringContaining('no Node 20.19') })
      scene.newNode(NVM)
      expect(scene.commit()).toMatchObject({ status: 0, output: '' })
      await expect.poll(scene.record).toBe(process.execPath)
    })
  },
)

test.skipIf(old === null)('a node that is no newer than its folder says is not asked again and again', () => {
  const scene = oldScene(['dash'])
  mkdirSync(dirname(join(scene.home, NVM)), { recursive: true })
  symlinkSync(old ?? '', join(scene.home, NVM))
  expect(scene.push()).toMatchObject({ status: 1, stderr: expect.stringContaining('is too old') })
})

/** Installed by a node of today, in whose place an old one stands since; nothing else on PATH. */
function oldScene(shell: readonly string[]) {
  const repository = repositoryWithRemote()
  repository.commit('start', { 'wingman.config.yaml': RULES_ONLY })
  repository.git('push', '-q', '-u', 'origin', 'main')
  expect(repository.wingman('install').status).toBe(0)
  const folder = temporaryFolder()
  const home = join(folder, 'home')
  const path = barePath(folder, { sh: shell })
  const wingman = join(folder, 'node_modules/git-wingman')
  copyPackage(wingman)
  searchBelow(wingman, join(folder, 'root'))
  const runtime = join(repository.dir, '.git/wingman/runtime')
  writeFileSync(runtime, `${old}\n${wingman}/dist/hook.js\n`)
  const usual = { PATH: path, HOME: home, XDG_CONFIG_HOME: undefined }
  const hook = (name: string, args: string[], env: object, input = '') =>
    repository.run(join(path, 'sh'), [join('.git/hooks', name), ...args], {
      env: { ...usual, ...env },
      input,
    })
  return {
    repository,
    home,
    path,
    record: () => readFileSync(runtime, 'utf8').split('\n')[0],
    newNode(at: string) {
      mkdirSync(dirname(join(home, at)), { recursive: true })
      symlinkSync(process.execPath, join(home, at))
    },
    rc(text: string) {
      mkdirSync(join(home, '.config/wingman'), { recursive: true })
      writeFileSync(join(home, '.config/wingman/init.sh'), text)
    },
    commit: (env = {}) => hook('post-commit', [], env),
    push(env = {}) {
      const [tip, base] = [repository.git('rev-parse', 'HEAD'), repository.git('rev-parse', 'origin/main')]
      const line = `refs/heads/main ${tip} refs/heads/main ${base}\n`
      return hook('pre-push', ['origin', '../remote.git'], env, line)
    },
  }
}
