import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLEAN, DEFECT } from '../support/gate-scenes.ts'
import { fresh, HOOKS, hooksIn, unhooked } from '../support/installing.ts'
import { giveTo, isRoot, person } from '../support/people.ts'
import { treeOf } from '../support/tree.ts'
import { ENTRY, type WingmanRepository } from '../support/wingman.ts'

const GROUP = 60_000
const [ANNA, BEN] = [
  { uid: 60_001, gid: GROUP },
  { uid: 60_002, gid: GROUP, umask: '077' },
]

describe('a folder that cannot be written', () => {
  const folders: Record<string, string[]> = {
    '.git/hooks': [],
    '.git': [],
    'a tracked folder of hooks': ['.githooks'],
    'the tree': ['.'],
  }
  test.skipIf(!isRoot).each(Object.keys(folders))(
    'case 44: %s is read-only: an error in a sentence, and nothing half done',
    name => {
      const repository = fresh()
      repository.executable('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n')
      repository.executable('.githooks/pre-push', '#!/bin/sh\nexit 0\n')
      const folder = name.startsWith('.git') ? name : name === 'the tree' ? '.' : '.githooks'
      if (folder === '.githooks') repository.git('config', 'core.hooksPath', folder)
      const anna = inHands(repository)
      const before = treeOf(repository.dir)
      const mode = lstatSync(join(repository.dir, folder)).mode
      chmodSync(join(repository.dir, folder), 0o555)
      for (const command of [['init', '--yes'], ['install'], ['install', '--host', 'git']]) {
        const refused = anna.wingman(...command)
        expect(refused.status, refused.output).toBe(2)
        expect(refused.stderr).toContain(join(repository.dir, folder))
        expect(refused.stderr).toContain('Nothing was written')
      }
      chmodSync(join(repository.dir, folder), mode)
      expect(treeOf(repository.dir)).toEqual(before)
      // Made writable, it is installed as if nothing had been.
      expect(anna.wingman('install')).toMatchObject({ status: 0 })
      expect(hooksIn(repository).missing).toEqual([])
    },
  )

  test.skipIf(!isRoot)('case 44: a hook that only somebody else may read is told in a sentence', () => {
    const repository = fresh()
    const anna = inHands(repository)
    repository.executable('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n')
    chmodSync(join(repository.dir, '.git/hooks/pre-push'), 0o700)
    const before = treeOf(repository.dir)
    const refused = anna.wingman('install')
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('.git/hooks/pre-push could not be read'),
    })
    expect(treeOf(repository.dir)).toEqual(before)
  })
})

describe('core.sharedRepository', () => {
  const shared = () => {
    const repository = unhooked({
      init: ['init', '-q', '-b', 'main', '--shared=group'],
      remoteInit: ['--shared=group'],
    })
    const anna = inHands(repository)
    // The tree is shared as well.
    repository.run('chmod', ['-R', 'g+rwX', join(repository.dir, '..')])
    repository.run('find', [join(repository.dir, '..'), '-type', 'd', '-exec', 'chmod', 'g+s', '{}', '+'])
    return { repository, anna, ben: person(repository, BEN) }
  }

  test.skipIf(!isRoot)(
    'case 45: what one person installs protects everybody in the group, each with the mask they have',
    async () => {
      const { repository, anna, ben } = shared()
      expect(anna.wingman('install')).toMatchObject({ status: 0, stderr: '' })
      for (const [at, who] of [anna, ben, anna, ben].entries()) {
        for (const [text, status] of [
          [DEFECT, 1],
          [CLEAN, 0],
        ] as const) {
          repository.write({ 'a.js': text.repeat(at + 1) })
          expect(who.git('add', 'a.js').output).toBe('')
          expect(who.git('commit', '-q', '-m', `${at}`)).toMatchObject({
            status: 0,
            stderr: expect.not.stringContaining('no request'),
          })
          await repository.reviewed()
          const pushed = who.git('push', '-q', 'origin', 'main')
          expect(pushed.status, pushed.output).toBe(status)
          if (status === 1) expect(pushed.stderr).toContain('a.js:1')
        }
      }
      const { trouble } = JSON.parse(ben.wingman('status', '--json').stdout)
      expect(trouble ?? null).toBeNull()
      expect(closed(join(repository.dir, '.git/wingman'))).toEqual([])
    },
  )

  test.skipIf(!isRoot)('case 45: another of them installs again, mends and uninstalls', () => {
    const { repository, anna, ben } = shared()
    const before = treeOf(repository.dir)
    expect(anna.wingman('install').status).toBe(0)
    expect(ben.wingman('install')).toMatchObject({
      status: 0,
      stdout: 'Nothing to do: the hooks are in place.\n',
    })
    repository.run('rm', ['.git/hooks/pre-push'])
    expect(ben.wingman('doctor', '--fix')).toMatchObject({ status: 0 })
    expect(hooksIn(repository)).toMatchObject({ installed: HOOKS })
    expect(ben.wingman('uninstall', '--purge')).toMatchObject({ status: 0 })
    const { '.git/wingman/adopted': _, ...after } = treeOf(repository.dir)
    expect(after).toEqual(before)
  })

  test.each([
    ['group', 0o2070, 0o005],
    ['all', 0o2075, 0o000],
    ['0640', 0o2050, 0o007],
  ])('case 45: --shared=%s: our folders are as open as git’s own, and no more', (setting, open, shut) => {
    const repository = unhooked({ init: ['init', '-q', '-b', 'main', `--shared=${setting}`] })
    const masked = (...command: string[]) =>
      repository.run('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...command])
    expect(masked(process.execPath, ENTRY, 'install')).toMatchObject({ status: 0 })
    masked('git', 'commit', '-q', '--allow-empty', '-m', 'one')
    const mode = lstatSync(join(repository.dir, '.git/wingman')).mode & 0o7777
    expect(mode & open).toBe(open)
    expect(mode & shut).toBe(0)
  })

  test('case 45: where nobody shares it, the person’s own mask counts', () => {
    const repository = fresh()
    const command = [process.execPath, ENTRY, 'install']
    repository.run('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...command])
    expect(lstatSync(join(repository.dir, '.git/wingman')).mode & 0o077).toBe(0)
  })
})

/** All that belongs to the repository is this person's. */
function inHands(repository: WingmanRepository) {
  const around = dirname(repository.dir)
  repository.git('config', '--global', 'safe.directory', '*')
  giveTo(around, ANNA.uid, ANNA.gid)
  chmodSync(around, 0o755)
  return person(repository, ANNA)
}

/** What somebody else of the group could not write. */
function closed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const info = lstatSync(join(folder, name))
    return (info.mode & 0o060) !== 0o060 || info.gid !== GROUP
  })
}
