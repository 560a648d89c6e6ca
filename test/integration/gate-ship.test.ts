import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  onRemote,
} from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const main = (repository: WingmanRepository) => onRemote(repository, 'refs/heads/main')
const ANYONE = `${RULES_ONLY}    exceptions: anyone\n`

test('what is approved is shipped, from a folder below too', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const good = await commitReviewed(repository, { 'a.js': CLEAN })
  mkdirSync(join(repository.dir, 'below'))
  const shipped = repository.wingmanWith({ cwd: join(repository.dir, 'below') }, 'ship')
  expect(shipped.status, shipped.output).toBe(0)
  expect(shipped.stderr).toContain('main -> main')
  expect(main(repository)).toBe(good)
})

test('when the gate is closed, it says why, and no ref moves here or there', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const bad = await commitReviewed(repository, { 'a.js': DEFECT })
  const refs = () => repository.git('for-each-ref') + repository.git('-C', '../remote.git', 'for-each-ref')
  const before = refs()
  const held = repository.wingman('ship', '-u', 'origin', 'main')
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('wingman: this push is held.')
  expect(held.stderr).toContain('debugger-statement')
  const json = repository.wingman('ship', '--json', 'origin', 'HEAD:refs/heads/new')
  expect(json.status).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({
    version: 1,
    ship: {
      allowed: false,
      head: bad,
      blockers: [{ ref: 'refs/heads/new', loop: 'basics', standing: 'needs-revision', commit: bad }],
      loops: [{ ref: 'refs/heads/new', loop: 'basics', passed: false }],
      gitExit: null,
    },
  })
  expect(refs()).toBe(before)
  expect(JSON.parse(repository.wingman('gate', 'report', '--json').stdout).held).toBe(2)
})

test.each([
  [['--no-dry-run', 'origin', 'main']],
  [['--', '--no-dry-run', 'origin', 'main']],
  [['-q', '--no-verify']],
  [['origin', 'main', '-o']],
  [['--force', '--', 'origin', 'main']],
  [['--', 'origin', '--', 'main']],
  [['--end-of-options', 'origin', 'main']],
  [['--no-dry-run', '--end-of-options', 'origin', 'main']],
  [['-o', '--', '--no-dry-run', 'origin', 'main']],
  [['-o', '--json', 'origin', 'main']],
  [['origin', 'main', '--push-option']],
])('no words of git push get past a closed gate: %j', words => {
  const repository = gatedRepository(RULES_ONLY)
  const before = main(repository)
  commitUnseen(repository, { 'a.js': DEFECT })
  const run = repository.wingman('ship', ...words)
  expect([1, 3], run.output).toContain(run.status)
  expect(main(repository)).toBe(before)
})

test('all words reach git push: several refs, a tag, a deletion, a push option that is refused', async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('push', '-q', '--no-verify', 'origin', 'main:gone')
  const good = await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('tag', '-a', 'v1', '-m', 'v1')
  const run = repository.wingman('ship', '--json', '--atomic', 'origin', 'main', 'v1', ':gone')
  expect(run.status, run.output).toBe(0)
  expect(JSON.parse(run.stdout).ship).toMatchObject({ allowed: true, head: good, blockers: [], gitExit: 0 })
  expect([main(repository), onRemote(repository, 'v1^{commit}')]).toEqual([good, good])
  expect(onRemote(repository, 'refs/heads/gone')).toBeNull()
  expect(repository.wingman('ship').stderr).toContain('Everything up-to-date')
})

test('how git ends is how ship ends', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.executable('../remote.git/hooks/pre-receive', '#!/bin/sh\necho no thanks >&2\nexit 1\n')
  const refused = repository.wingman('ship')
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('no thanks')
  const nowhere = repository.wingman('ship', 'nowhere')
  expect(nowhere.status).toBe(3)
  expect(nowhere.stderr).toContain('so nothing was pushed. [E_GIT]')
})

test.each([
  ['an option that git does not know', ['--nope'], 'unknown option `nope'],
  ['a branch without an upstream', [], 'has no upstream branch'],
  ['a branch that is not there', ['origin', 'nope'], 'src refspec nope does not match any'],
  ['no branch at all', ['origin', 'a..b'], "invalid refspec 'a..b'"],
])('what git calls wrong usage is wrong usage: %s', (_, words, said) => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('switch', '-q', '-c', 'topic')
  commitUnseen(repository, { 'a.js': CLEAN })
  const run = repository.wingman('ship', ...words)
  expect(run.status, run.output).toBe(2)
  expect(run.stderr).toContain(said)
  expect(run.stderr).toContain('so nothing was pushed. [E_USAGE]')
  expect(run.stderr).toContain('type the same behind `')
})

test('an exception is used by ship once, with the hook and without', () => {
  for (const words of [[], ['--no-verify']]) {
    const repository = gatedRepository(ANYONE)
    const bad = commitUnseen(repository, { 'a.js': DEFECT })
    repository.wingman('gate', 'allow', '--reason', 'hotfix')
    const shipped = repository.wingman('ship', ...words)
    expect(shipped.status, shipped.output).toBe(0)
    expect(main(repository)).toBe(bad)
    const report = JSON.parse(repository.wingman('gate', 'report', '--json').stdout)
    expect(report.exceptions).toMatchObject({ used: [{ commit: bad }], open: [] })
    expect(report.bypasses).toEqual([])
  }
})

test('a remote that is behind a gate of another name is told by its name', async () => {
  const repository = gatedRepository(`${RULES_ONLY}    remotes: [origin]\n`)
  repository.git('init', '-q', '--bare', '../second.git')
  repository.git('remote', 'add', 'second', '../second.git')
  commitUnseen(repository, { 'a.js': DEFECT })
  expect(repository.wingman('ship', 'second', 'main').status).toBe(0)
  // By its address it may be anybody's, and this one has nothing yet.
  repository.git('init', '-q', '--bare', '../third.git')
  expect(repository.wingman('ship', '../third.git', 'main:other').status).toBe(1)
})

test("words of git push are git's, also where they look like ours", async () => {
  const repository = gatedRepository(RULES_ONLY)
  repository.git('-C', '../remote.git', 'config', 'receive.advertisePushOptions', 'true')
  repository.executable(
    '../remote.git/hooks/pre-receive',
    '#!/bin/sh\ncat >/dev/null\necho "told $GIT_PUSH_OPTION_0" >&2\n',
  )
  for (const words of [
    ['-o', '--json', 'origin', 'main'],
    ['--push-option', '--', 'origin', 'main'],
    ['-o', '--log-level', '--end-of-options', 'origin', 'main'],
  ]) {
    await commitReviewed(repository, { 'a.js': `${CLEAN}// ${words}\n` })
    const shipped = repository.wingman('ship', ...words)
    expect(shipped, shipped.output).toMatchObject({ status: 0, stdout: '' })
    expect(shipped.stderr).toContain(`told ${words[1]}`)
    expect(main(repository)).toBe(repository.git('rev-parse', 'HEAD'))
  }
  // In a dry run git sends them to a remote that has hung up by then; so many of them never fit into the pipe.
  repository.git('config', 'push.pushOption', 'x'.repeat(60_000))
  await commitReviewed(repository, { 'a.js': `${CLEAN}// many\n` })
  const many = repository.wingman(
    'ship',
    ...[1, 2, 3].flatMap(() => ['-o', 'y'.repeat(60_000)]),
    'origin',
    'main',
  )
  expect(many.status, many.output).toBe(0)
  repository.git('config', '--unset', 'push.pushOption')
  const refused = repository.wingman('ship', '--', '--json')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('unknown option `json')
})

test('what git refuses it says once', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('push', '-q', '--no-verify')
  repository.git('reset', '-q', '--hard', 'HEAD~1')
  await commitReviewed(repository, { 'b.js': CLEAN })
  const refused = repository.wingman('ship')
  expect(refused.status).toBe(1)
  expect(refused.stderr.match(/failed to push some refs/g)).toHaveLength(1)
  expect(refused.stderr.match(/hint: Updates were rejected/g)).toHaveLength(1)
})
