import { chmodSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitUnseen, DEFECT } from '../support/gate-scenes.ts'
import { huskyProject } from '../support/hook-places.ts'
import { doctor, fresh, hooksIn, theirs, unhooked } from '../support/installing.ts'
import { olderStub } from '../support/older-stub.ts'
import { temporaryFolder } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import type { WingmanRepository } from '../support/wingman.ts'

const IN_PLACE = 'Nothing to do: the hooks are in place.'
const HOOK = '.git/hooks/pre-push'
const LATIN1 = Buffer.from('# d\xe9j\xe0 vu\n', 'latin1')

/** Refused in a sentence that names the file, and no byte is written. */
function refuses(repository: WingmanRepository, words: string, ...args: string[]): void {
  const before = treeOf(repository.dir)
  const refused = repository.wingman('install', ...args)
  expect(refused, refused.output).toMatchObject({ status: 2, stderr: expect.stringContaining(words) })
  expect(refused.stderr).toContain('Nothing was written')
  expect(treeOf(repository.dir)).toEqual(before)
}

describe.each(['install', 'doctor --fix'])(
  'a tracked hook with our lines that lost its run bit, and %s',
  command => {
    test.each([0o644, 0o600])('gets it back and nothing else: %o', mode => {
      const repository = unhooked()
      repository.executable('.githooks/pre-push', '#!/bin/sh\necho theirs\n')
      repository.git('config', 'core.hooksPath', '.githooks')
      repository.wingman('install')
      const installed = repository.read('.githooks/pre-push')
      chmodSync(join(repository.dir, '.githooks/pre-push'), mode)
      expect(hooksIn(repository).off).toEqual(['pre-push'])
      expect(repository.wingman(...command.split(' ')).status).toBe(0)
      expect(repository.read('.githooks/pre-push')).toBe(installed)
      expect(repository.has('.githooks/pre-push.before-wingman')).toBe(false)
      expect(lstatSync(join(repository.dir, '.githooks/pre-push')).mode & 0o777).toBe(
        mode | ((mode & 0o444) >> 2),
      )
      expect(hooksIn(repository).off).toEqual([])
      repository.wingman('uninstall')
      expect(repository.read('.githooks/pre-push')).toBe('#!/bin/sh\necho theirs\n')
      expect(lstatSync(join(repository.dir, '.githooks/pre-push')).mode & 0o100).toBe(0o100)
    })
  },
)

describe('a file that is not in UTF-8 keeps its bytes, and the person is told', () => {
  test("a hook file of husky's", () => {
    const repository = huskyProject()
    repository.write({ '.husky/post-merge': LATIN1 })
    refuses(repository, '.husky/post-merge is not in UTF-8')
    expect(repository.wingman('status').stdout).toContain('.husky/post-merge is not in UTF-8')
  })

  test("pre-commit's config", () => {
    const repository = unhooked()
    const config = Buffer.concat([LATIN1, Buffer.from('repos:\n- repo: local\n  hooks: []\n')])
    repository.write({ '.pre-commit-config.yaml': config })
    refuses(repository, '.pre-commit-config.yaml is not in UTF-8', '--host', 'pre-commit')
  })

  test('package.json with --prepare', () => {
    const repository = unhooked()
    repository.write({ 'package.json': Buffer.from('{ "author": "Andr\xe9" }\n', 'latin1') })
    refuses(repository, 'package.json is not in UTF-8', '--prepare')
    expect(repository.wingman('install').status).toBe(0)
  })

  test('saved in another encoding since: left as it is by uninstall', () => {
    const repository = huskyProject()
    repository.write({ '.husky/pre-push': 'true\n' })
    repository.wingman('install')
    const saved = Buffer.concat([Buffer.from(repository.read('.husky/pre-push')), LATIN1])
    repository.write({ '.husky/pre-push': saved })
    const before = treeOf(join(repository.dir, '.husky'))['pre-push']
    expect(repository.wingman('uninstall').stdout).toContain('left .husky/pre-push: it is not in UTF-8')
    expect(treeOf(join(repository.dir, '.husky'))['pre-push']).toBe(before)
  })
})

describe('a link stays one', () => {
  test("in husky's folder", () => {
    const repository = huskyProject()
    repository.write({ 'scripts/merged': 'true\n' })
    symlinkSync('../scripts/merged', join(repository.dir, '.husky/post-merge'))
    refuses(repository, '.husky/post-merge is a symbolic link')
  })

  test('package.json with --prepare', () => {
    const repository = unhooked()
    repository.write({ 'shared/package.json': '{ "name": "p" }\n' })
    symlinkSync('shared/package.json', join(repository.dir, 'package.json'))
    refuses(repository, 'package.json is a symbolic link', '--prepare')
    expect(repository.wingman('install').status).toBe(0)
  })

  test('put in place of a file of ours: uninstall leaves it, and says so', () => {
    const repository = huskyProject()
    repository.write({ '.husky/pre-push': 'true\n' })
    repository.wingman('install')
    repository.run('sh', [
      '-c',
      'mkdir scripts && mv .husky/pre-push scripts/push && ln -s ../scripts/push .husky/pre-push',
    ])
    expect(repository.wingman('uninstall').stdout).toContain('left .husky/pre-push: it is a link by now')
    expect(readlinkSync(join(repository.dir, '.husky/pre-push'))).toBe('../scripts/push')
  })
})

test('a stub that somebody cut short is named with the one command that repairs it', () => {
  const repository = unhooked()
  repository.wingman('install')
  repository.run('sed', ['-i', '2a exit 0', HOOK])
  const status = repository.wingman('status').stdout
  expect(status).toContain(
    'the pre-push hook was edited since it was installed, and may no longer ask wingman',
  )
  const { stdout } = repository.wingman('install')
  expect(stdout).toContain(`left ${HOOK}: the pre-push hook was edited since it was installed`)
  expect(stdout).not.toContain(IN_PLACE)
  expect(repository.wingman('install', '--dry-run').stdout).not.toContain(IN_PLACE)
  expect(repository.wingmanWith({ env: { npm_lifecycle_event: 'prepare' } }, 'install').output).toBe('')
  expect(doctor(repository)).toHaveLength(1)
  for (const text of [status, stdout]) {
    const [, command = ''] = /To have it written anew: `([^`]*)`/.exec(text) ?? []
    expect(command).toMatch(/^rm \.git\/hooks\/pre-push && .*wingman(\.js)? install$/)
  }
  rmSync(join(repository.dir, HOOK))
  repository.wingman('install')
  expect(repository.wingman('install').stdout).toContain(IN_PLACE)
  commitUnseen(repository, { 'a.js': DEFECT })
  expect(repository.push('origin', 'main').status).toBe(1)
})

test('what was said to be yours to keep is kept by the next install and uninstall', () => {
  const repository = fresh()
  repository.wingman('install')
  const mine = `${repository.read(HOOK)}# mine\n`
  repository.write({ [HOOK]: mine })
  for (const _ of [1, 2]) {
    expect(repository.wingman('uninstall').stdout).toContain(`left ${HOOK}: it was edited since`)
    expect(repository.read(HOOK)).toBe(mine)
    expect(repository.wingman('install').stdout).toContain(`left ${HOOK}`)
    expect(repository.read(HOOK)).toBe(mine)
  }
  rmSync(join(repository.dir, '.git/wingman'), { recursive: true })
  repository.wingman('doctor', '--fix')
  repository.wingman('uninstall')
  expect(repository.read(HOOK)).toBe(mine)
})

describe('a folder of hooks that is a link', () => {
  const linkedTo = (folder: string, target: string) => {
    const repository = unhooked()
    if (folder === '.githooks') repository.git('config', 'core.hooksPath', folder)
    rmSync(join(repository.dir, folder), { recursive: true, force: true })
    symlinkSync(target, join(repository.dir, folder))
    return repository
  }

  test.each(['.git/hooks', '.githooks'])(
    'case 13: %s leads out of the repository: refused, nothing is written there',
    folder => {
      const shared = join(temporaryFolder(), 'shared')
      mkdirSync(shared)
      const repository = linkedTo(folder, shared)
      refuses(repository, 'leads to a folder outside this repository')
      expect(repository.wingman('status').stdout).toContain('leads to a folder outside this repository')
      expect(doctor(repository)).toMatchObject([
        { check: 'hooks', detail: expect.stringContaining('outside') },
      ])
      repository.wingman('doctor', '--fix')
      // Somebody else's wingman may have put its stubs there.
      writeFileSync(join(shared, 'pre-push'), olderStub('gate'))
      repository.wingman('uninstall')
      expect(Object.keys(treeOf(shared))).toEqual(['pre-push'])
    },
  )

  test.each(['.git/hooks', '.githooks'])('%s stays inside: installed and taken back', folder => {
    const target = folder === '.githooks' ? 'tools' : '../tools'
    const repository = linkedTo(folder, target)
    repository.executable('tools/readme', 'of theirs\n')
    const before = theirs(repository)
    expect(repository.wingman('install').status).toBe(0)
    expect(hooksIn(repository).missing).toEqual([])
    repository.wingman('uninstall')
    expect(theirs(repository)).toEqual(before)
  })
})

test('case 13: status says what doctor says where hooks cannot be put anywhere', () => {
  const repository = unhooked()
  repository.git('config', '--global', 'core.hooksPath', '/x')
  const { stdout } = repository.wingman('status')
  expect(stdout).toContain('Hooks cannot be put where git looks for them: core.hooksPath is set to /x')
  expect(stdout).toContain('git config core.hooksPath "$(git rev-parse')
  expect(stdout).not.toContain('Put them there')
})

test('every folder that was made goes, and those that were there stay', () => {
  const repository = unhooked()
  rmSync(join(repository.dir, '.git/hooks'), { recursive: true, force: true })
  mkdirSync(join(repository.dir, 'tools'))
  repository.git('config', 'core.hooksPath', 'tools/git/hooks')
  repository.wingman('install')
  expect(repository.has('tools/git/hooks/pre-push')).toBe(true)
  repository.wingman('uninstall')
  expect(repository.has('tools/git')).toBe(false)
  expect(repository.has('tools')).toBe(true)
})
