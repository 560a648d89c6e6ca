import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  pushes,
} from '../support/gate-scenes.ts'
import { ATTESTED } from '../support/verify-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

test('an address without a slash is no name of a remote: every gate holds it', () => {
  const repository = gatedRepository(`${RULES_ONLY}    remotes: [origin]\n`)
  repository.git('init', '-q', '--bare', 'backup')
  commitUnseen(repository, { 'a.js': DEFECT })
  expect(repository.push('backup', 'main').status).not.toBe(0)
  expect(repository.wingman('ship', 'backup', 'main').status).toBe(1)
  expect(repository.tryGit('-C', 'backup', 'rev-parse', 'main').status).not.toBe(0)
  // By a name that is a remote's, and not the gate's.
  repository.git('remote', 'add', 'second', 'backup')
  pushes(repository, 'second', 'main')
})

test.each(['pushInsteadOf', 'insteadOf'])(
  'an address is rewritten by %s once, as git does it',
  async rule => {
    const repository = gatedRepository(ATTESTED)
    const top = join(repository.dir, '..')
    mkdirSync(join(top, 'deep'))
    renameSync(join(top, 'remote.git'), join(top, 'deep/remote.git'))
    // Rewritten twice it would be deep/deep/remote.git.
    repository.git('config', `url.${top}/deep/.${rule}`, `${top}/`)
    repository.git('remote', 'set-url', 'origin', `${top}/remote.git`)
    await commitReviewed(repository, { 'a.js': CLEAN })
    const pushed = repository.push('origin', 'main:refs/heads/new')
    expect(pushed, pushed.output).toMatchObject({ status: 0 })
    expect(pushed.stderr).not.toContain('without its attestations')
    const refs = repository.git('-C', '../deep/remote.git', 'for-each-ref', '--format=%(refname)')
    expect(refs).toContain('refs/wingman/attestations/')
    expect(refs).toContain('refs/heads/new')
    // What the remote has is found out there too, by name and by address.
    repository.git('push', '-q', '--no-verify', 'origin', 'main')
    for (const remote of ['origin', `${top}/remote.git`]) {
      const open = repository.wingman('gate', '--remote', remote, 'main:refs/heads/other')
      expect(open.stdout, open.output).toContain('the remote has it')
    }
  },
)

describe('a remote that a gate holds is held under every name that it has here', () => {
  const held = (repository: WingmanRepository, remote: string) => {
    const pushed = repository.push(remote, 'main')
    expect(pushed.status, pushed.output).toBe(1)
    expect(pushed.stderr).toContain('this push is held')
    expect(repository.wingman('gate', '--remote', remote).status).toBe(1)
  }
  const scene = () => {
    const repository = gatedRepository(`${RULES_ONLY}    remotes: [origin]\n`)
    const bad = commitUnseen(repository, { 'a.js': DEFECT })
    return { repository, bad, top: join(repository.dir, '..') }
  }

  test('spelled the same or another way', () => {
    const { repository, top } = scene()
    for (const [at, address] of [
      '../remote.git',
      '../remote.git/',
      '../remote',
      `${top}/remote.git`,
      `file://${top}/remote.git`,
    ].entries()) {
      repository.git('remote', 'add', `alias${at}`, address)
      held(repository, `alias${at}`)
    }
  })

  test.each(['pushInsteadOf', 'insteadOf'])('also where %s makes it so', rule => {
    const { repository, top } = scene()
    repository.git('config', `url.${top}/.${rule}`, 'near:')
    repository.git('remote', 'add', 'alias', 'near:remote.git')
    held(repository, 'alias')
  })

  test('by where it pushes to, and not by where it fetches from', () => {
    const { repository } = scene()
    repository.git('init', '-q', '--bare', '../second.git')
    repository.git('remote', 'add', 'alias', '../second.git')
    repository.git('remote', 'set-url', '--push', 'alias', '../remote.git')
    held(repository, 'alias')
    repository.git('remote', 'set-url', 'alias', '../remote.git')
    repository.git('remote', 'set-url', '--push', 'alias', '../second.git')
    pushes(repository, 'alias', 'main')
  })

  test('a push to it that went past the gate is noticed', () => {
    const { repository, bad } = scene()
    repository.git('remote', 'add', 'alias', '../remote.git')
    repository.git('push', '-q', '--no-verify', 'alias', 'main')
    const { bypasses } = JSON.parse(repository.wingman('status', '--json').stdout)
    expect(bypasses).toMatchObject([{ commit: bad, remote: 'alias', gates: ['ship'] }])
  })
})
