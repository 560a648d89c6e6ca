import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { CLEAN, gatedRepository } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { ENTRY, type WingmanRepository, withWingman } from '../support/wingman.ts'

test('a command runs in a checkout of its own when the tree holds other work', async () => {
  const repository = installed(runs('pwd > "$OUT/where"; cat a.js; cat node_modules/dep/index.js; ls'))
  repository.write({ '.gitignore': 'node_modules/\n', 'node_modules/dep/index.js': 'installed\n' })
  repository.commit('ignore', {})
  await repository.reviewed()
  repository.git('worktree', 'add', '-q', '../theirs')
  repository.run('mv', ['../theirs', '../on-another-disk'])
  const registered = worktreesOf(repository)

  repository.write({ 'a.js': CLEAN })
  repository.git('add', 'a.js')
  repository.git('commit', '-q', '-m', 'clean')
  repository.write({ 'a.js': 'half-written(\n', 'untracked.js': 'x' })
  await repository.reviewed()
  const run = repository.wingman('run', 'review', '--commit', 'HEAD', '--fresh')
  expect(run.stdout, run.output).toContain('Approved')
  const where = repository.read('../where').trim()
  expect(where).not.toBe(repository.dir)
  expect(existsSync(where)).toBe(false)
  const { id } = JSON.parse(repository.wingman('log', '--json').stdout).reviews[0]
  const output = repository.read(`.git/wingman/reviews/${id}/tests.checks.txt`)
  expect(output).toContain(CLEAN)
  expect(output).toContain('installed')
  expect(output).not.toContain('untracked.js')
  expect(repository.read('a.js')).toBe('half-written(\n')
  expect(worktreesOf(repository), 'theirs is still registered').toEqual(registered)
})

test('a command runs in the tree itself when that is what is reviewed', () => {
  const repository = project(runs('pwd > "$OUT/where"'))
  repository.write({ 'a.js': CLEAN })
  expect(repository.wingman('run', 'review').status).toBe(0)
  expect(repository.read('../where').trim()).toBe(repository.dir)
})

test('Ctrl-C ends what was started, is recorded as such, and takes no earlier approval away', async () => {
  const repository = project(
    runs('if [ -e "$OUT/slow" ]; then sh -c "echo \\$\\$ > $OUT/grandchild; exec sleep 300" & wait; fi'),
  )
  repository.write({ 'a.js': CLEAN })
  const approved = repository.wingman('run', 'review')
  expect(approved.status, approved.output).toBe(0)

  repository.write({ '../slow': '' })
  const child = start(repository, 'run', 'review', '--fresh', '--json')
  const grandchild = Number(await appears(repository, '../grandchild'))
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(130)
  expect(isRunning(grandchild)).toBe(false)
  const [last] = JSON.parse(repository.wingman('log', '--json').stdout).reviews
  expect(last).toMatchObject({ verdict: 'unknown', reason: 'interrupted' })
  expect(repository.wingman('run', 'review').stdout).toContain('tests: approved, known from review')
})

test('a second Ctrl-C does not wait for a command that will not end, and leaves nothing behind', async () => {
  const repository = project(
    runs('trap "echo > $OUT/asked" TERM; echo $$ > "$OUT/stubborn"; while [ -d "$OUT" ]; do sleep 0.1; done'),
  )
  repository.write({ 'a.js': CLEAN })
  const child = start(repository, 'run', 'review')
  const stubborn = Number(await appears(repository, '../stubborn'))
  child.kill('SIGINT')
  await exists(repository, '../asked')
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(130)
  expect(JSON.parse(repository.wingman('log', '--json').stdout).reviews, 'it was not waited for').toEqual([])
  for (let tries = 0; tries < 500 && isRunning(stubborn); tries += 1) await pause(20)
  expect(isRunning(stubborn)).toBe(false)
})

test('Ctrl-C while another review is waited for leaves that one alone', async () => {
  const repository = project(
    runs('echo $$ > "$OUT/busy"; while [ -d "$OUT" ] && [ ! -e "$OUT/go" ]; do sleep 0.05; done'),
  )
  repository.write({ 'a.js': CLEAN })
  const first = start(repository, 'run', 'review')
  await appears(repository, '../busy')
  const second = start(repository, 'run', 'review')
  let said = ''
  second.stdout?.on('data', chunk => (said += chunk))
  for (let tries = 0; tries < 1_000 && !said.includes('Waiting for it'); tries += 1) await pause(20)
  expect(said).toContain('Waiting for it')
  expect(said).toContain(`Process ${first.pid} on `)
  second.kill('SIGINT')
  expect(await once(second, 'exit')).toEqual([130, null])
  const third = repository.wingman('run', 'review', '--no-wait')
  expect(third.status).toBe(3)
  expect(third.stderr).toMatch(
    new RegExp(
      `Process ${first.pid} on .+ is at work here \\(run review, since .+\\), and --no-wait was given`,
    ),
  )
  repository.write({ '../go': '' })
  expect(await once(first, 'exit')).toEqual([0, null])
})

test('a commit made while a review runs in the foreground is reviewed after it', async () => {
  const repository = installed(
    runs('echo $$ > "$OUT/busy"; while [ -d "$OUT" ] && [ ! -e "$OUT/go" ]; do sleep 0.05; done'),
  )
  repository.write({ 'a.js': CLEAN })
  const first = start(repository, 'run', 'review')
  await appears(repository, '../busy')
  repository.commit('meanwhile', { 'b.js': CLEAN })
  // The worker that this commit started finds the lock taken, and leaves.
  await pause(500)
  repository.write({ '../go': '' })
  await once(first, 'exit')
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ trigger: 'post-commit', verdict: 'approved' })
})

const runs = (command: string): string =>
  `reviewers:\n  checks:\n    run: ${JSON.stringify(command)}\nloops:\n  tests: { reviewers: [checks] }\n`

const worktreesOf = (repository: WingmanRepository): string[] =>
  repository.git('worktree', 'list', '--porcelain').match(/^worktree .*$/gm) ?? []

/** Commands write beside the repository: what they leave is no part of the change. */
function observed(repository: WingmanRepository): WingmanRepository {
  vi.stubEnv('OUT', join(repository.dir, '..'))
  return repository
}

function project(config: string): WingmanRepository {
  const repository = observed(withWingman(temporaryRepository()))
  repository.commit('start', { 'wingman.config.yaml': config })
  return repository
}

const installed = (config: string): WingmanRepository => observed(gatedRepository(config))

function start(repository: WingmanRepository, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [ENTRY, ...args], {
    cwd: repository.dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The text of a file that somebody else is about to write. */
async function appears(repository: WingmanRepository, path: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const text = repository.has(path) ? readFileSync(join(repository.dir, path), 'utf8').trim() : ''
    if (text !== '') return text
    await pause(50)
  }
  throw new Error(`${path} was not written`)
}

async function exists(repository: WingmanRepository, path: string): Promise<void> {
  for (let tries = 0; tries < 600 && !repository.has(path); tries += 1) await pause(50)
  expect(repository.has(path)).toBe(true)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
