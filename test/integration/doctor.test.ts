import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { thisProcess } from '../../src/adapters/store/process-identity.ts'
import { epochOf } from '../../src/domain/epoch.ts'
import { copyPackage } from '../support/fake-programs.ts'
import { commitUnseen } from '../support/gate-scenes.ts'
import { olderStub } from '../support/older-stub.ts'
import { temporaryFolder } from '../support/repository.ts'
import { GITHUB_TOKEN } from '../support/secrets.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

interface Found {
  check: string
  what: string
  where: string
  fix: string | null
  hint: string | null
  mended: boolean
}

function look(
  repository: WingmanRepository,
  ...options: string[]
): { status: number | null; findings: Found[] } {
  const { status, stdout } = repository.wingman('doctor', '--json', ...options)
  return { status, findings: JSON.parse(stdout).findings }
}

/** One thing is found, mended, and no longer found. */
function mends(repository: WingmanRepository, check: string, what: string): void {
  const found = look(repository)
  expect(found.findings).toMatchObject([
    { check, what: expect.stringContaining(what), fix: expect.any(String) },
  ])
  expect(found.status).toBe(1)
  expect(look(repository, '--fix')).toMatchObject({ status: 0, findings: [{ check, mended: true }] })
  expect(look(repository)).toEqual({ status: 0, findings: [] })
}

const own = (repository: WingmanRepository, ...path: string[]) =>
  join(repository.dir, '.git/wingman', ...path)

test('where all is well it says so', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const { status, stdout } = repository.wingman('doctor')
  expect(stdout).toContain('All is well.')
  expect(stdout).toContain(
    'git, node, config, hooks, agents, folders, lock, records, results, branches, epoch, journal, sessions, snapshots, checkouts, requests, worktrees, trouble',
  )
  expect(status).toBe(0)
})

test('a hook that is missing, changed by a version, or not executable is written anew', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const hook = join(repository.dir, '.git/hooks/pre-push')
  rmSync(hook)
  mends(repository, 'hooks', 'the pre-push hook is missing')
  chmodSync(hook, 0o644)
  mends(repository, 'hooks', 'the pre-push hook is not executable')
  rmSync(own(repository, 'installed.json'))
  writeFileSync(hook, olderStub('gate'))
  mends(repository, 'hooks', 'the pre-push hook is not what this version writes')
})

test("a hook of somebody else's in place of ours is told as that, and kept beside ours", () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.executable('.git/hooks/pre-push', '#!/bin/sh\necho theirs >&2\n')
  mends(repository, 'hooks', 'the pre-push hook there is not ours, so wingman is not asked')
  expect(repository.read('.git/hooks/pre-push.before-wingman')).toContain('echo theirs')
})

test('a hook file of theirs with our lines that is no longer executable is told as that', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.executable('hooks/pre-push', '#!/bin/sh\necho theirs >&2\n')
  repository.git('config', 'core.hooksPath', 'hooks')
  repository.wingman('uninstall')
  repository.wingman('install')
  expect(look(repository).findings).toEqual([])
  chmodSync(join(repository.dir, 'hooks/pre-push'), 0o644)
  expect(look(repository).findings).toMatchObject([
    { check: 'hooks', what: 'the pre-push hook is not executable, so git passes over it' },
  ])
})

test('a hook that somebody edited is theirs, and is named', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const hook = '.git/hooks/post-commit'
  repository.write({ [hook]: `${repository.read(hook)}# mine\n` })
  const { findings, status } = look(repository, '--fix')
  expect(status).toBe(1)
  expect(findings).toMatchObject([
    {
      check: 'hooks',
      what: 'the post-commit hook was edited since it was installed, and may no longer ask wingman',
      mended: false,
    },
  ])
  expect(repository.read(hook)).toContain('# mine')
})

test('hooks that would start a wingman that is gone are led to this one', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const before = repository.read('.git/wingman/runtime')
  writeFileSync(own(repository, 'runtime'), '/gone/node\n/gone/hook.js\n')
  mends(repository, 'node', 'hooks would start a node or a wingman that is not there')
  expect(repository.read('.git/wingman/runtime')).toBe(before)
})

test('out of a cache of npx, hooks are not led to a wingman that goes away: it says what to type instead', () => {
  const repository = reviewedRepository(RULES_ONLY)
  writeFileSync(own(repository, 'runtime'), '/gone/node\n/gone/hook.js\n')
  const entry = copyPackage(join(temporaryFolder(), '_npx/abc/node_modules/git-wingman'))
  const hint = () => {
    const { stdout } = repository.run(process.execPath, [entry, 'doctor', '--fix', '--json'])
    return JSON.parse(stdout).findings[0].hint
  }
  expect(hint()).toContain('npm install --global git-wingman')
  repository.write({ 'package.json': '{}\n' })
  expect(hint()).toContain('(`npm install`)')
})

test('hooks that git no longer looks at are named', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.git('config', 'core.hooksPath', 'hooks')
  const { findings } = look(repository)
  expect(findings.map(({ what }) => what)).toContain('a pre-push hook of ours lies where git no longer looks')
  expect(findings.map(({ what }) => what)).toContain('the pre-push hook is missing')
  repository.git('config', 'core.hooksPath', '/elsewhere')
  expect(look(repository).findings).toMatchObject([
    { check: 'hooks', hint: expect.stringContaining('core.hooksPath') },
  ])
})

test('the claim of a dead process is let go', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  mkdirSync(own(repository, 'lock'), { recursive: true })
  writeFileSync(own(repository, 'lock/claim.9'), JSON.stringify({ ...holder(), pid }))
  mends(repository, 'lock', 'left behind by a process that is gone')
  writeFileSync(own(repository, 'lock/claim.10'), JSON.stringify(holder()))
  expect(look(repository).status).toBe(0)
})

test('a request that nobody answers is taken up, one that cannot be read is set aside', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': 'export {}\n' })
  repository.git('add', '-A')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'unseen')
  const head = repository.git('rev-parse', 'HEAD')
  mkdirSync(own(repository, 'queue'), { recursive: true })
  const [whole, half] = [own(repository, 'queue', `${head}.1`), own(repository, 'queue', `${head}.2`)]
  writeFileSync(whole, `wingman-request 1\npost-commit ${head} refs/heads/main -\nend\n`)
  writeFileSync(half, 'wingman-request 1\npost-')
  // Just left: a hook may be at it.
  expect(look(repository).findings).toEqual([])
  for (const path of [whole, half]) utimesSync(path, 1, 1)
  expect(look(repository).findings.map(({ what }) => what)).toEqual([
    'a request cannot be read, so nobody answers it',
    '1 request waiting, and nobody is at work',
  ])
  expect(look(repository, '--fix').status).toBe(0)
  await repository.reviewed()
  expect(repository.lastReview().snapshot.commit).toBe(head)
  expect(readdirSync(own(repository, 'damaged'))).toEqual([`${head}.2`])
})

test('a damaged record is set aside', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': 'export {}\n' })
  repository.wingman('run', 'review')
  const { id } = repository.lastReview()
  writeFileSync(own(repository, 'reviews', id, 'review.json'), '{')
  expect(look(repository, '--fix').findings).toMatchObject([{ check: 'records', mended: true }])
  expect(existsSync(own(repository, 'damaged', id, 'review.json'))).toBe(true)
  // It is not forgotten: nothing says of what it was about that it was never reviewed.
  expect(look(repository).findings).toMatchObject([
    { check: 'records', hint: expect.stringContaining('run review') },
  ])
  expect(repository.wingman('status').stdout).toContain(
    `The record of the last review, ${id}, is damaged or gone`,
  )
  expect(repository.wingman('show', id).stderr).toContain('is damaged and counts as no review')
  expect(repository.wingman('findings').stderr).toContain('is damaged and counts as no review')
  repository.wingman('run', 'review', '--fresh')
  expect(look(repository)).toEqual({ status: 0, findings: [] })
})

test('something else in place of a folder is set aside, and work goes on', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': 'export {}\n' })
  for (const name of ['lock', 'queue', 'reviews']) {
    rmSync(own(repository, name), { recursive: true, force: true })
    writeFileSync(own(repository, name), 'x')
  }
  const refused = repository.wingman('run', 'review')
  expect(refused).toMatchObject({ status: 3 })
  expect(refused.stderr).not.toContain('bug of ours')
  expect(look(repository, '--fix')).toMatchObject({ status: 0, findings: { length: 3 } })
  expect(repository.wingman('run', 'review').status).toBe(0)
})

test('a folder in the queue keeps nobody from pushing', () => {
  const repository = reviewedRepository(RULES_ONLY)
  mkdirSync(own(repository, 'queue/a folder'), { recursive: true })
  expect(repository.wingman('status')).toMatchObject({ status: 0, stderr: '' })
  expect(repository.push().status).toBe(0)
  utimesSync(own(repository, 'queue/a folder'), 1, 1)
  mends(repository, 'requests', 'cannot be read')
})

test('a request of a newer wingman is left to it', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ '.git/wingman/queue/x': 'wingman-request 2\nsomething else\nend\n' })
  utimesSync(own(repository, 'queue/x'), 1, 1)
  expect(look(repository, '--fix').findings).toMatchObject([
    { what: 'a request was left by a newer wingman', mended: false },
  ])
  expect(existsSync(own(repository, 'queue/x'))).toBe(true)
})

test('a request that lost its worker in another worktree is found from here, and answered there', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.git('worktree', 'add', '-q', '-b', 'side', '../side')
  const side = wingmanAt(join(repository.dir, '../side'))
  const tip = commitUnseen(side, { 'a.js': 'export {}\n' })
  const request = `wingman-request 1\npost-commit ${tip} refs/heads/side -\nend\n`
  repository.write({ [`.git/worktrees/side/wingman/queue/${tip}.1`]: request })
  expect(look(repository).findings).toMatchObject([{ check: 'worktrees', where: side.dir }])
  expect(look(repository, '--fix').status).toBe(0)
  await side.reviewed()
  expect(side.lastReview().snapshot.commit).toBe(tip)
})

test('a damaged result below a good one is nobody’s trouble', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': 'export {}\n' })
  repository.wingman('run', 'review')
  const results = own(repository, 'results')
  const [first = ''] = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter(it =>
    it.endsWith('.0.json'),
  )
  writeFileSync(join(results, first), 'damaged')
  expect(look(repository).findings).toMatchObject([
    { check: 'results', hint: expect.stringContaining('run review --fresh') },
  ])
  repository.wingman('run', 'review', '--fresh')
  expect(look(repository).findings).toEqual([])
})

describe('one bad entry does not hide the others', () => {
  const folderAt = (path: string) => {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(join(path, 'inside'), { recursive: true })
  }

  test.each<[string, string, (repository: WingmanRepository) => string]>([
    [
      'a folder in place of a record',
      'records',
      repository => own(repository, 'reviews/20000101-bad/review.json'),
    ],
    ['a folder in place of a result', 'results', repository => own(repository, 'results/key/policy.0.json')],
    [
      'a folder in place of a pointer',
      'branches',
      repository => own(repository, `branches/${'a'.repeat(32)}/${'b'.repeat(12)}.1`),
    ],
    ['a folder in place of `runtime`', 'folders', repository => own(repository, 'runtime')],
    ['a folder in place of `cleaned`', 'folders', repository => own(repository, 'cleaned')],
    ['a folder in place of `epoch`', 'folders', repository => own(repository, 'epoch')],
  ])('%s is named and set aside', (_, check, place) => {
    const repository = reviewedRepository(RULES_ONLY)
    const runtime = repository.read('.git/wingman/runtime')
    const where = place(repository)
    folderAt(where)
    // Damaged as well, and found beside it.
    mkdirSync(own(repository, 'reviews/30000101-other'), { recursive: true })
    writeFileSync(own(repository, 'reviews/30000101-other/review.json'), '{')
    const found = look(repository).findings
    expect(found.map(finding => finding.check).sort()).toEqual([check, 'records'].sort())
    expect(found.every(({ fix }) => fix !== null)).toBe(true)
    look(repository, '--fix')
    expect(existsSync(join(where, 'inside'))).toBe(false)
    repository.write({ '.git/wingman/runtime': runtime })
    expect(look(repository)).toEqual({ status: 0, findings: [] })
  })

  test('a result that cannot be read never lets an older one speak', () => {
    const repository = reviewedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': 'export const a = 1\n' })
    expect(repository.wingman('run', 'review').status).toBe(0)
    expect(repository.wingman('run', 'review', '--fresh').status).toBe(0)
    const [key = ''] = readdirSync(own(repository, 'results'))
    const newest =
      readdirSync(own(repository, 'results', key))
        .sort()
        .at(-1) ?? ''
    folderAt(own(repository, 'results', key, newest))
    expect(look(repository, '--fix').status).toBe(0)
    expect(repository.wingman('gate').status).toBe(1)
  })

  test('a damaged note of a branch, and a counter with lines that are none of ours, are mended', () => {
    const repository = reviewedRepository(RULES_ONLY)
    commitUnseen(repository, { 'a.js': 'export const a = 1\n' })
    expect(repository.wingman('run', 'review').status).toBe(0)
    const [branch = ''] = readdirSync(own(repository, 'branches'))
    const [pointer = ''] = readdirSync(own(repository, 'branches', branch))
    writeFileSync(own(repository, 'branches', branch, pointer), 'half')
    mends(repository, 'branches', 'damaged')
    const before = epochOf(repository.read('.git/wingman/epoch'))
    writeFileSync(own(repository, 'epoch'), `${repository.read('.git/wingman/epoch')}\0\0garbage\n`)
    mends(repository, 'epoch', 'none of ours')
    expect(epochOf(repository.read('.git/wingman/epoch'))).toBeGreaterThan(before)
  })

  test('a folder in place of the note of the last cleanup is nobody’s bug', () => {
    const repository = reviewedRepository(RULES_ONLY)
    folderAt(own(repository, 'cleaned'))
    const { output } = repository.wingman('clean', '--yes')
    expect(output).not.toContain('bug of ours')
    expect(output).toContain('cleaned could not be written')
  })
})

test('a snapshot that leads nowhere is deleted, a good one stays', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const head = repository.git('rev-parse', 'HEAD')
  const blob = repository.git('rev-parse', 'HEAD:README.md')
  const gone = 'deadbeef'.repeat(5)
  repository.git('update-ref', 'refs/wingman/snapshots/good', head)
  repository.git('update-ref', 'refs/wingman/snapshots/blob', blob)
  repository.write({
    '.git/refs/wingman/snapshots/gone': `${gone}\n`,
    '.git/refs/wingman/snapshots/empty': '',
  })
  const { findings } = look(repository)
  expect(findings.map(({ where }) => where).sort()).toEqual(
    ['blob', 'empty', 'gone'].map(name => `refs/wingman/snapshots/${name}`),
  )
  expect(look(repository, '--fix').status).toBe(0)
  expect(look(repository).findings).toEqual([])
  expect(repository.git('rev-parse', 'refs/wingman/snapshots/good')).toBe(head)
})

test('a broken config and the trouble it made are named, with what to type', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'wingman.config.yaml': 'loops: 1\n' })
  const { findings, status } = look(repository, '--fix')
  expect(status).toBe(1)
  expect(findings).toMatchObject([
    { check: 'config', what: expect.stringContaining('[E_CONFIG]'), mended: false },
  ])
  expect(repository.wingman('doctor').stdout).toContain('wingman config check')
})

test('the log is readable, and as talkative as it is asked to be', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': 'debugger\n' })
  repository.wingman('--log-level', 'silent', 'run', 'review')
  expect(repository.wingman('doctor', 'logs').stdout).toContain('Nothing was logged yet.')
  repository.wingman('run', 'review', '--fresh')
  const { stdout } = repository.wingman('doctor', 'logs', '-n', '2')
  const { id } = repository.lastReview()
  expect(stdout.trim().split('\n')).toHaveLength(2)
  expect(stdout).toMatch(
    new RegExp(`info .* run\\.ended +review=${id} +verdict=needs-revision +findings=1 +ms=\\d+`),
  )
  expect(repository.wingman('--log-level', 'loud', 'status').status).toBe(2)
  repository.wingmanWith({ env: { WINGMAN_LOG_LEVEL: 'silent' } }, 'gate')
  expect(repository.wingman('doctor', 'logs').stdout).not.toContain('gate.')
  repository.git('add', 'a.js')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'x')
  expect(repository.wingman('gate').status).toBe(1)
  expect(repository.wingman('doctor', 'logs').stdout).toMatch(/gate\.held .*standings=basics: /)
})

test('a level of the log that there is not is named once, and the rest goes on', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  const env = { WINGMAN_LOG_LEVEL: 'bogus' }
  const said =
    'wingman: WINGMAN_LOG_LEVEL is `bogus`; the levels are silent, error, warn, info, debug. Going on with info.\n'
  for (const args of [
    ['status', '--json'],
    ['gate', '--json'],
    ['doctor', 'logs'],
  ])
    expect(repository.wingmanWith({ env }, ...args)).toMatchObject({ status: 0, stderr: said })
  expect(repository.wingmanWith({ env }, '--log-level', 'debug', 'status').stderr).toBe('')
  expect(repository.wingmanWith({ env: { WINGMAN_LOG_LEVEL: '' } }, 'status').stderr).toBe('')
  repository.write({ 'a.js': 'export {}\n' })
  repository.git('add', '-A')
  expect(repository.run('git', ['commit', '-q', '-m', 'quiet'], { env }).stderr).toBe('')
  await repository.reviewed()
  expect(repository.run('git', ['push', '-q'], { env })).toMatchObject({ status: 0, stderr: '' })
})

test('the bundle goes where git does not look, over no file but an earlier bundle, and makes no folder', () => {
  const repository = reviewedRepository(RULES_ONLY)
  rmSync(join(repository.dir, '.wingman'), { recursive: true, force: true })
  const bundle = (...args: string[]) => repository.wingman('doctor', 'bundle', ...args)
  repository.write({ 'sub/mine.json': '{"mine":1}\n' })
  const before = repository.git('status', '--porcelain')
  const { file } = JSON.parse(
    repository.wingmanWith({ cwd: join(repository.dir, 'sub') }, 'doctor', 'bundle', '--json').stdout,
  )
  expect(file).toBe(join(repository.dir, '.wingman/bundle.json'))
  expect(bundle().status).toBe(0)
  expect(repository.git('status', '--porcelain')).toBe(before)

  const refused = bundle('--output', 'sub/mine.json')
  expect([refused.status, repository.read('sub/mine.json')]).toEqual([2, '{"mine":1}\n'])
  expect(refused.stderr).toContain('is no bundle of an earlier time')
  symlinkSync('sub/mine.json', join(repository.dir, 'link.json'))
  expect(bundle('--output', 'link.json').status).toBe(2)
  expect(bundle('--output', 'sub').status).toBe(2)
  expect(bundle('--output', 'no/such/b.json').stderr).toContain('There is no folder')
  expect(repository.has('no')).toBe(false)
  for (let n = 0; n < 2; n += 1) expect(bundle('--output', 'sub/b.json').status).toBe(0)
  repository.wingman('uninstall')
  expect(repository.has('.wingman')).toBe(false)
})

test('the bundle has what a bug report needs, and no code, command, message, file name or secret', async () => {
  const secrets = [
    'hunter2-in-a-command',
    'hunter2-in-env',
    'hunter2-in-code',
    'hunter2-in-a-message',
    'hunter2-in-a-name',
    'hunter2-branch',
  ]
  const [command, env, code, message, name, branch] = secrets
  const config = `models:
  fast: { agent: claude, env: { PASSWORD: ${env} } }
reviewers:
  types: { run: "echo ${command} ${GITHUB_TOKEN}; echo '${name}.js:1: ${code}'; exit 1" }
  deep: { model: fast, prompt: correctness }
loops:
  basics: { reviewers: [rules, types] }
  standards: { reviewers: [deep] }
gates:
  ship: { requires: [basics] }
`
  const repository = reviewedRepository(config)
  repository.git('switch', '-q', '-c', branch ?? '')
  repository.commit(message ?? '', { [`${name}.js`]: `debugger // ${code} ${GITHUB_TOKEN}\n` })
  await repository.reviewed()
  repository.push('origin', 'HEAD')
  writeFileSync(
    own(repository, 'trouble.json'),
    JSON.stringify({ version: 1, code: 'E_X', message: command, hint: env }),
  )
  const home = { HOME: join(repository.dir, '..') }
  const written = repository.wingmanWith({ env: home }, 'doctor', 'bundle', '--output', 'out.json')
  expect(written.stdout).toContain('out.json')
  const text = repository.read('out.json')
  for (const secret of [...secrets, GITHUB_TOKEN, GITHUB_TOKEN.slice(8), repository.dir, home.HOME])
    expect(text).not.toContain(secret)
  const bundle = JSON.parse(text)
  expect(bundle).toMatchObject({
    version: 1,
    node: process.versions.node,
    git: expect.stringContaining('git version'),
    config: {
      loops: [
        {
          name: 'basics',
          reviewers: [
            { name: 'rules', kind: 'rules' },
            { name: 'types', kind: 'run' },
          ],
        },
        { name: 'standards', reviewers: [{ name: 'deep', kind: 'model' }] },
      ],
      gates: [{ name: 'ship' }],
    },
    hooks: { missing: [] },
    store: { reviews: 1 },
    findings: [{ check: 'trouble', what: 'the last review could not be made [E_X]' }],
  })
  expect(bundle.log.map(({ event }: { event: string }) => event)).toEqual(
    expect.arrayContaining([
      'worker.started',
      'request.taken',
      'run.started',
      'loop.judged',
      'run.ended',
      'gate.held',
    ]),
  )

  // A broken config is quoted to the person, and not in here.
  repository.write({ 'wingman.config.yaml': `loops: { basics: { reviewers: [${command}] } }\n` })
  expect(repository.wingman('doctor').stdout).toContain(command)
  repository.wingman('doctor', 'bundle', '--output', 'out.json')
  expect(repository.read('out.json')).not.toContain(command)
  expect(repository.read('out.json')).toContain('E_CONFIG')
})

const holder = () => ({ ...thisProcess(), doing: 'a test', since: Date.now() })
