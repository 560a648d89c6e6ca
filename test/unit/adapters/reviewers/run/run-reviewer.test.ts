import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runReviewer } from '../../../../../src/adapters/reviewers/run/run-reviewer.ts'
import type { RunReviewer } from '../../../../../src/domain/resolved-config.ts'
import { temporaryFolder } from '../../../../support/repository.ts'
import { changedFile, reviewWork, type TestWorkOptions } from '../../../../support/review-work.ts'

afterEach(() => vi.unstubAllEnvs())

const reviewer = (run: string, more: Partial<RunReviewer> = {}): RunReviewer => ({
  kind: 'run',
  name: 'check',
  paths: null,
  run,
  in: 'tree',
  timeoutMs: 100_000,
  ...more,
})

async function review(command: string, more: Partial<RunReviewer> = {}, options: TestWorkOptions = {}) {
  const dir = temporaryFolder()
  mkdirSync(join(dir, 'src'))
  writeFileSync(join(dir, 'src/a.ts'), 'const a = 1\n')
  const work = reviewWork(dir, options)
  return { work, dir, report: await runReviewer(reviewer(command, more)).start(work) }
}

test('exit code 0 is a pass, whatever was printed', async () => {
  const { report, work } = await review("echo 'src/a.ts(1,1): error TS1: no'", { in: 'worktree' })
  expect(report).toMatchObject({ state: 'done', reason: null, claim: 'approved', findings: [] })
  expect(report.coverage).toEqual({ covered: ['src/a.ts'], ignored: [], missed: [] })
  expect([work.opened, work.closed()]).toEqual([['worktree'], 1])
})

test('what is left out on purpose stays in the coverage', async () => {
  const ignored = [{ file: 'x.lock', reason: 'ignored' }]
  expect((await review('true', {}, { ignored })).report.coverage.ignored).toEqual(ignored)
  expect((await review('exit 127', {}, { ignored })).report.coverage.ignored).toEqual(ignored)
})

test('a failing command names its problems', async () => {
  const { report } = await review(
    "echo 'src/a.ts(1,7): error TS2322: No.'; echo 'src/a.ts:2:1: warning: hm' >&2; exit 2",
  )
  expect(report).toMatchObject({ state: 'done', claim: 'needs-revision' })
  expect(report.findings).toMatchObject([
    { severity: 'critical', file: 'src/a.ts', line: 1, rule: 'TS2322', title: 'No.' },
    { severity: 'warning', file: 'src/a.ts', line: 2, title: 'hm' },
  ])
})

test('a failing command that names nothing is still critical', async () => {
  const { report } = await review('echo one; echo two >&2; exit 3')
  expect(report.findings).toMatchObject([
    { severity: 'critical', file: null, rule: 'exit-code', detail: 'one\ntwo' },
  ])
  expect(report.findings[0]?.title).toContain('exit code 3')
})

test('warnings alone do not make a failure pass', async () => {
  const { report } = await review("echo 'src/a.ts:2:1: warning: hm'; exit 1")
  expect(report.findings.map(f => f.severity)).toEqual(['critical', 'warning'])
})

test('paths of a package are found, paths that are no files are not', async () => {
  const files = [changedFile('packages/x/lib/b.ts', [])]
  const { report } = await review(
    "echo 'lib/b.ts(1,7): error TS1: a'; echo 'src/gone.ts(1,7): error TS1: b'; exit 1",
    {},
    { files },
  )
  expect(report.findings.map(f => f.file)).toEqual(['packages/x/lib/b.ts'])
})

test('a link that leads out is not followed', async () => {
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'b.ts'), '')
  const dir = temporaryFolder()
  symlinkSync(outside, join(dir, 'node_modules'))
  const work = reviewWork(dir)
  const report = await runReviewer(reviewer("echo 'node_modules/b.ts(1,7): error TS1: a'; exit 1")).start(
    work,
  )
  expect(report.findings).toMatchObject([{ rule: 'exit-code', file: null }])
})

test('thousands of problems become two hundred and one', async () => {
  const { report } = await review(
    'i=0; while [ $i -lt 1000 ]; do i=$((i+1)); echo "src/a.ts($i,1): error TS1: a"; done; exit 1',
  )
  expect(report.findings).toHaveLength(201)
  expect(report.findings.at(-1)).toMatchObject({
    severity: 'critical',
    title: '800 more problems are not listed',
  })
})

test('endless output keeps its head and its tail', async () => {
  const { report } = await review('echo first; yes 0123456789 | head -c 3000000; echo; echo last; exit 1')
  expect(report.output.length).toBeLessThan(300_000)
  expect(report.output).toMatch(/^first\n/)
  expect(report.output).toMatch(/last\n$/)
  expect(report.output).toMatch(/\[… \d+ bytes of output are not kept …\]/)
})

test('terminal escapes are gone, both streams are in order, and the last line is said', async () => {
  const { report, work } = await review(
    "printf '\\033[31mred\\033[0m\\033]0;title\\007\\n'; echo err >&2; echo out",
  )
  expect(report.output).toBe('red\nerr\nout\n')
  expect(work.said.at(-1)).toBe('out')
})

test.each([
  ['no-such-command-at-all', 'missing', 'command not found'],
  ['exit 127', 'missing', 'command not found'],
  ['./src/a.ts', 'failed', 'the command cannot be executed'],
  ['kill -KILL $$', 'failed', 'killed by SIGKILL'],
  ['sh -c "kill -SEGV \\$\\$"; exit $?', 'failed', 'exit code 139, as after SIGSEGV'],
])('says nothing about the code: %s', async (command, state, reason) => {
  const { report, work } = await review(command)
  expect(report).toMatchObject({ state, reason, claim: null, findings: [] })
  expect(report.coverage).toMatchObject({ covered: [], missed: [{ file: 'src/a.ts', reason }] })
  expect(work.closed()).toBe(1)
})

test('a shell that is not there is no pass', async () => {
  vi.stubEnv('PATH', '/nowhere')
  expect((await review('true')).report).toMatchObject({ state: 'missing', claim: null })
})

test('a tree that changed while it ran proves nothing', async () => {
  const { report } = await review('exit 1', {}, { unchanged: false })
  expect(report).toMatchObject({ state: 'torn', reason: 'the tree changed while it ran', findings: [] })
})

test('a workplace that cannot be opened is a failure, not an exception', async () => {
  const workplaces = { open: () => Promise.reject(new Error('disk full')) }
  expect((await review('true', {}, { workplaces })).report).toMatchObject({
    state: 'failed',
    reason: 'disk full',
  })
})

// The grandchild ignores SIGTERM: only the kill of the whole group reaches it.
const stubborn = `sh -c 'trap "" TERM; echo $$ > grandchild; echo ready; while :; do sleep 1; done' & wait`

test('a timeout ends the command and its grandchildren', async () => {
  const { report, dir } = await review(stubborn, { timeoutMs: 10_000 })
  expect(report).toMatchObject({ state: 'timed-out', reason: 'not finished after 10 s' })
  await expectGone(dir)
})

test('cancelling ends the command and its grandchildren', async () => {
  const controller = new AbortController()
  const say = () => controller.abort()
  const { report, dir } = await review(stubborn, {}, { signal: controller.signal, say })
  expect(report).toMatchObject({ state: 'cancelled', findings: [] })
  await expectGone(dir)
})

test('what was cancelled before it began does not begin', async () => {
  const { report, work, dir } = await review('touch ran', {}, { signal: AbortSignal.abort() })
  expect(report.state).toBe('cancelled')
  expect([work.opened, existsSync(join(dir, 'ran'))]).toEqual([[], false])
})

test('what a command leaves in the background ends with it', async () => {
  const { report, dir } = await review(
    "sh -c 'echo $$ > grandchild; exec sleep 1000' & while [ ! -s grandchild ]; do :; done",
  )
  expect(report).toMatchObject({ state: 'done', claim: 'approved' })
  await expectGone(dir)
})

test('a process that left the group does not keep us waiting', async () => {
  // Whoever waited for this one would not be back in time for the end of the test.
  const leave =
    "require('child_process').spawn('sh', ['-c', 'echo $$ > left; exec sleep 1000'], { detached: true, stdio: 'inherit' }).unref()"
  const { report, dir } = await review(
    `'${process.execPath}' -e "${leave.replaceAll('$', '\\$')}"; while [ ! -s left ]; do :; done; echo done`,
  )
  process.kill(Number(readFileSync(join(dir, 'left'), 'utf8')))
  expect(report).toMatchObject({ state: 'done', claim: 'approved', output: 'done\n' })
})

test('the command does not see the git that called us', async () => {
  vi.stubEnv('GIT_DIR', '/elsewhere')
  vi.stubEnv('GIT_INDEX_FILE', '/elsewhere/index')
  vi.stubEnv('GIT_CONFIG_KEY_0', 'core.hooksPath')
  const { report } = await review('env')
  const names = report.output.split('\n').map(line => line.split('=')[0])
  expect(names).not.toContain('GIT_DIR')
  expect(names).not.toContain('GIT_INDEX_FILE')
  expect(names).not.toContain('GIT_CONFIG_KEY_0')
  expect(names).not.toContain('CI')
  expect(report.output).toMatch(/^WINGMAN_CHILD=1$/m)
  expect(report.output).toMatch(/^NO_COLOR=1$/m)
  expect(report.output).toMatch(/^GIT_AUTHOR_NAME=Test$/m)
})

/** Dead, or a zombie that nobody in this container collects. */
async function expectGone(dir: string): Promise<void> {
  const pid = Number(readFileSync(join(dir, 'grandchild'), 'utf8'))
  expect(pid).toBeGreaterThan(1)
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000 })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return !/\) Z /.test(stat)
}
