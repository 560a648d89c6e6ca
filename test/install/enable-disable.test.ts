import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/repository.ts'
import { SHELLS, stubScene } from '../support/stub-scene.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const DEFECT = { 'src/a.js': 'debugger\n' }
const journal = (repository: WingmanRepository, kind: string) =>
  readdirSync(join(repository.dir, '.git/wingman/journal'))
    .filter(name => name.endsWith(`.${kind}.json`))
    .map(name => JSON.parse(repository.read(`.git/wingman/journal/${name}`)))

describe.skipIf(noTerminal)('a person', () => {
  test('disables a clone, and what was pushed meanwhile is noticed after enabling', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    const { status, output } = typed(repository, ['disable'])
    expect(status).toBe(0)
    expect(output).toContain('Disabled in this clone: nothing is reviewed and no push is held.')
    expect(output).toContain('`wingman enable`')

    const sha = repository.commit('defect', DEFECT)
    expect(repository.run('ls', ['.git/wingman/queue']).stdout).toBe('')
    expect(repository.push()).toMatchObject({ status: 0 })
    expect(repository.wingman('doctor').stdout).toContain(
      'But it is disabled in this clone. Enable it: `wingman enable`',
    )
    expect(repository.wingman('status').stdout).toMatch(
      /Disabled in this clone since \d{4}-\d\d-\d\d, by Test <test@localhost>: .*Enable it with `wingman enable`/,
    )
    expect(journal(repository, 'disabled')).toMatchObject([{ reach: 'clone', who: { agent: null } }])

    expect(repository.wingman('enable').stdout).toContain('Enabled in this clone.')
    expect(journal(repository, 'bypassed')).toMatchObject([{ commit: sha, ref: 'refs/heads/main' }])
    const report = repository.wingman('gate', 'report').stdout
    expect(report).toContain('Went out without the gate: 1.')
    expect(report).toMatch(/Switched off in this clone on .*\nSwitched on in this clone on /)
    repository.commit('another', { 'src/b.js': 'debugger\n' })
    await repository.reviewed()
    expect(repository.push().status).toBe(1)
    expect(repository.wingman('status').stdout).not.toContain('Disabled')
  })

  test('cancels what is pending by it: the queue, the review under way, what was laid out', async () => {
    const slow =
      'reviewers:\n  slow: { run: "sh slow.sh" }\nloops:\n  basics:\n    reviewers: [rules]\n  then:\n    reviewers: [slow]\n'
    const repository = reviewedRepository(slow)
    const started = join(temporaryFolder(), 'started')
    repository.commit('defect', DEFECT)
    await repository.reviewed()
    expect(repository.has('.wingman/REVIEW.md')).toBe(true)
    repository.commit('slow', { 'src/a.js': '', 'slow.sh': `echo $$ >'${started}'\nsleep 600\n` })
    while (!existsSync(started)) await pause(50)

    repository.git('worktree', 'add', '-q', '../linked')
    const other = join(repository.dir, '.git/worktrees/linked/wingman/queue')
    mkdirSync(other, { recursive: true })
    const head = repository.git('rev-parse', 'HEAD')
    writeFileSync(join(other, `${head}.1`), `wingman-request 1\npost-commit ${head} - -\nend\n`)

    expect(typed(repository, ['disable']).output).toMatch(/\d requests cancelled/)
    expect(readdirSync(join(repository.dir, '.git/wingman/queue'))).toEqual([])
    expect(readdirSync(other)).toEqual([])
    const pid = Number(readFileSync(started, 'utf8'))
    for (let tries = 0; tries < 100 && runs(pid); tries += 1) await pause(50)
    expect(runs(pid)).toBe(false)
    for (const path of ['.wingman/REVIEW.md', '.git/wingman/pending', '.git/wingman/open'])
      expect(repository.has(path), path).toBe(false)
    expect(JSON.parse(repository.wingman('status', '--json').stdout)).toMatchObject({
      running: null,
      waiting: 0,
    })
  })

  test('disables it for all their repositories, from anywhere', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    onTestFinished(() => void repository.wingman('enable', '--global'))
    repository.run('git', ['init', '-q', temporaryFolder()])
    expect(
      typed({ ...repository, run: inFolder(repository, temporaryFolder()) }, ['disable', '--global']).output,
    ).toContain('Disabled for you, in every repository')
    repository.commit('defect', DEFECT)
    expect(repository.run('ls', ['.git/wingman/queue']).stdout).toBe('')
    expect(repository.wingman('status').stdout).toContain('Enable it with `wingman enable --global`')
    expect(repository.wingman('enable').stdout).toContain('still disabled for you everywhere')
    expect(repository.wingman('enable', '--global').stdout).toContain('Enabled for you')
    expect(repository.push().status).toBe(1)
  })

  test('hooks that were there before still run, with everything that they are told', () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.wingman('uninstall')
    repository.executable('.git/hooks/pre-push', '#!/bin/sh\necho "theirs $*" >&2; cat >../stdin; exit 7\n')
    repository.executable('.git/hooks/post-commit', '#!/bin/sh\necho theirs >&2\n')
    repository.wingman('install')
    typed(repository, ['disable'])
    repository.write(DEFECT)
    repository.git('add', '-A')
    expect(repository.tryGit('commit', '-q', '-m', 'defect').stderr).toBe('theirs\n')
    const pushed = repository.push()
    expect(pushed.status).toBe(1)
    expect(pushed.stderr).toContain('theirs origin ../remote.git')
    expect(repository.read('../stdin')).toContain(`refs/heads/main ${repository.git('rev-parse', 'HEAD')}`)
  })

  test('disabled in one worktree, it is in all of them', () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.git('worktree', 'add', '-q', '../linked')
    const linked = wingmanAt(join(repository.dir, '../linked'))
    expect(typed(linked, ['disable']).status).toBe(0)
    repository.commit('defect', DEFECT)
    expect(repository.push().status).toBe(0)
    linked.commit('defect', { 'src/b.js': 'debugger\n' })
    expect(linked.push('origin', 'HEAD').status).toBe(0)
  })
})

test('an agent, or a caller without a terminal, may not disable; everybody may enable', () => {
  const repository = reviewedRepository(RULES_ONLY)
  const refused = repository.wingman('disable')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('Only a person may switch the gate off, and there is no terminal here')
  if (!noTerminal) {
    const agent = typed(repository, ['disable', '--global'], { CLAUDECODE: '1' })
    expect(agent.output).toContain('claude is calling')
  }
  expect(repository.has('.git/wingman/disabled')).toBe(false)
  expect(existsSync(join(process.env.XDG_CONFIG_HOME ?? '', 'wingman/disabled'))).toBe(false)
  expect(repository.wingman('enable').status).toBe(0)
})

test('`enabled: false` in the config is honoured by every hook', async () => {
  const repository = reviewedRepository(`enabled: false\n${RULES_ONLY}`)
  repository.commit('defect', DEFECT)
  await repository.reviewed()
  expect(repository.wingman('log').stdout).toContain('Nothing was reviewed yet.')
  expect(repository.push().status).toBe(0)
  for (const command of ['status', 'doctor', 'enable']) {
    const { stdout } = repository.wingman(command)
    expect(stdout, command).toMatch(
      /^Switched off for everybody by the config \(`enabled: false`\): nothing is/m,
    )
    expect(stdout, command).toContain('To switch it on, delete that line and commit the config.')
  }
})

test('`enabled: false` is no work for a commit, until the config is switched on again', async () => {
  const repository = reviewedRepository(`enabled: false\n${RULES_ONLY}`)
  const started = () => repository.read('.git/wingman/logs/wingman.log').match(/worker\.started/g)?.length
  repository.commit('defect', DEFECT)
  await repository.reviewed()
  const before = started()
  repository.commit('another', { 'src/b.js': 'debugger\n' })
  repository.git('checkout', '-q', '-b', 'topic')
  expect(repository.run('ls', ['.git/wingman/queue']).stdout).toBe('')
  expect(started()).toBe(before)
  repository.write({ 'wingman.config.yaml': RULES_ONLY })
  expect(repository.push('origin', 'HEAD').status).toBe(1)
  repository.commit('on again')
  await repository.reviewed()
  expect(repository.lastReview().snapshot.commit).toBe(repository.git('rev-parse', 'HEAD'))
})

test('a marker of before opens no gate and outlives no config', async () => {
  const repository = reviewedRepository(`enabled: false\n${RULES_ONLY}`)
  repository.commit('defect', DEFECT)
  await repository.reviewed()
  // Written over without a newer time, as a copy that keeps times does.
  repository.write({ 'wingman.config.yaml': RULES_ONLY })
  repository.run('touch', ['-r', '.git/wingman/off', 'wingman.config.yaml'])
  expect(repository.push().status).toBe(1)
  expect(repository.has('.git/wingman/off')).toBe(false)
})

describe.each(SHELLS.map(shell => ({ shell, name: shell.join(' ') })))('under $name', ({ shell }) => {
  test.each(['this clone', 'this person'])('a hook that is disabled for %s does nothing at all', who => {
    const scene = stubScene(shell)
    scene.node('gone/node')
    if (who === 'this clone') scene.repository.write({ '.git/wingman/disabled': '' })
    else {
      scene.rc('')
      writeFileSync(join(scene.home, '.config/wingman/disabled'), '')
    }
    expect(scene.commit()).toMatchObject({ status: 0, output: '' })
    expect(scene.push()).toMatchObject({ status: 0, output: '' })
    expect(scene.repository.has('.git/wingman/queue')).toBe(false)
    expect(scene.hasStarted()).toBe(false)
  })
})

const inFolder =
  (repository: WingmanRepository, cwd: string): WingmanRepository['run'] =>
  (command, args, options) =>
    repository.run(command, args, { ...options, cwd })

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
