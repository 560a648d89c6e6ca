import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { requireRepository } from '../../src/adapters/git/locate.ts'
import { layout } from '../../src/adapters/store/layout.ts'
import { noteSession, type SessionSeen } from '../../src/adapters/store/sessions.ts'
import { callingSession } from '../../src/cli/caller.ts'
import { openProject } from '../../src/cli/compose.ts'
import { snapshot } from '../support/findings.ts'
import { CLEAN, gatedRepository } from '../support/gate-scenes.ts'
import { recordedHooks } from '../support/recorded-hooks.ts'
import { repositoryAt, temporaryFolder } from '../support/repository.ts'
import { claudeSaid } from '../support/transcripts.ts'
import {
  RULES_ONLY,
  repositoryWithRemote,
  reviewedRepository,
  type WingmanRepository,
  withWingman,
} from '../support/wingman.ts'

const MINE = '0b5e7c9e-3f0a-4f0e-9f43-1f6f1d7a2b3c'
const OTHER = '0c11aa22-0000-4000-8000-000000000000'
const as = (id: string) => ({ env: { CLAUDE_CODE_SESSION_ID: id } })

/** As an agent's own hook tells of it. */
const tell = (repository: WingmanRepository, event: SessionSeen['event'], more: Partial<SessionSeen> = {}) =>
  noteSession(layout(requireRepository(repository.dir)), {
    agent: 'claude',
    id: MINE,
    event,
    now: new Date(),
    ...more,
  })

function json(repository: WingmanRepository, ...args: string[]) {
  const { stdout } = repository.wingman(...args, '--json')
  return JSON.parse(stdout)
}

const folderOf = (repository: WingmanRepository) => join(repository.dir, '.git/wingman/sessions')

/** Commits as the agent of this session would, and waits for the review. */
async function committed(repository: WingmanRepository, id: string, files: Record<string, string>) {
  vi.stubEnv('CLAUDE_CODE_SESSION_ID', id)
  repository.commit('work', files)
  vi.stubEnv('CLAUDE_CODE_SESSION_ID', undefined)
  await repository.reviewed()
}

const QUICK = `${RULES_ONLY}delivery: { settle: 1s }\n`

describe('a commit in the shell of an agent', () => {
  test('is tied to its session: in the list, in status, and in the record of the review', async () => {
    const repository = reviewedRepository(QUICK)
    await committed(repository, MINE, { 'a.js': CLEAN })
    expect(json(repository, 'sessions').sessions).toMatchObject([
      { agent: 'claude', id: MINE, state: 'active', commits: 1, worktrees: [repository.dir] },
    ])
    expect(repository.lastReview().session).toBe(`claude:${MINE}`)
    expect(repository.wingman('status').stdout).toMatch(
      /^Claude Code is at work, last heard of \d+ s ago: 1 commit \(0b5e7c9e-3f0\)$/m,
    )
    const { session, reviews } = json(repository, 'sessions', 'show', '0b5e')
    expect(session.id).toBe(MINE)
    expect(reviews).toMatchObject([{ id: repository.lastReview().id, verdict: 'approved' }])
  })

  test('after its turn ended, nobody waits for more of it', async () => {
    const repository = reviewedRepository(`${RULES_ONLY}delivery: { settle: 1h }\n`)
    await tell(repository, 'turn-start')
    await tell(repository, 'turn-end')
    const began = performance.now()
    await committed(repository, MINE, { 'a.js': CLEAN })
    // Without that it would be a minute.
    expect(performance.now() - began).toBeLessThan(40_000)
    expect(json(repository, 'sessions').sessions).toMatchObject([{ state: 'idle', turns: 1, commits: 1 }])
  })

  test('in a linked worktree is of a session there, which is listed everywhere', async () => {
    const repository = reviewedRepository(QUICK)
    repository.git('worktree', 'add', '-q', '../linked')
    const linked = withWingman(repositoryAt(join(repository.dir, '../linked')))
    await committed(linked, OTHER, { 'b.js': CLEAN })
    await tell(repository, 'session-start')
    expect(json(repository, 'sessions').sessions.map(({ id }: { id: string }) => id)).toEqual([MINE, OTHER])
    expect(repository.wingman('status').stdout).toContain(`In ${linked.dir}: Claude Code is at work`)
    expect(linked.wingman('status').stdout).toMatch(/^Claude Code is at work/m)
  })
})

test.each<[string, Record<string, string>, string, string | null]>([
  ['Claude Code', { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: MINE }, `claude:${MINE}`, `claude:${MINE}`],
  ['Codex', { CODEX_CI: '1', CODEX_THREAD_ID: MINE }, `codex:${MINE}`, `codex:${MINE}`],
  ['Gemini CLI', { GEMINI_SESSION_ID: MINE }, `gemini:${MINE}`, `gemini:${MINE}`],
  ['Copilot CLI', { COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: MINE }, `copilot:${MINE}`, `copilot:${MINE}`],
  ['opencode', { OPENCODE: '1', OPENCODE_SESSION_ID: 'ses_4aB' }, 'opencode:ses_4aB', 'opencode:ses_4aB'],
  ['opencode without our plugin', { OPENCODE: '1' }, 'opencode:', null],
  [
    'Gemini CLI, started by Claude Code',
    { ...as(OTHER).env, GEMINI_SESSION_ID: MINE },
    `gemini:${MINE}`,
    `gemini:${MINE}`,
  ],
  ['a person', {}, '-', null],
])(
  'git’s hook and a command of ours take the same session out of the environment of %s',
  (_, env, left, calling) => {
    const repository = repositoryWithRemote()
    const hooks = recordedHooks(repository)
    repository.run('git', ['commit', '-q', '--allow-empty', '-m', 'one'], { env })
    const sha = repository.git('rev-parse', 'HEAD').trim()
    expect(hooks.requests()).toEqual([`wingman-request 1\npost-commit ${sha} refs/heads/main ${left}\nend\n`])
    expect(callingSession(env)).toBe(calling)
  },
)

test('work that is not committed is kept and reviewed as that of the session that asks', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.write({ 'a.js': CLEAN })
  repository.wingmanWith(as(MINE), 'run', 'review')
  expect(repository.lastReview().session).toBe(`claude:${MINE}`)
  expect(json(repository, 'snapshots', 'list').snapshots[0].note.session).toBe(`claude:${MINE}`)
})

describe('wingman sessions', () => {
  test('what an agent has said since anybody looked is in the list', () => {
    const repository = gatedRepository(RULES_ONLY)
    const payload = JSON.stringify({ session_id: MINE, prompt: 'go on' })
    repository.write({ '.git/wingman/heard-claude-UserPromptSubmit-1': payload })
    expect(json(repository, 'sessions').sessions).toMatchObject([{ id: MINE, state: 'active' }])
    expect(existsSync(join(repository.dir, '.git/wingman/heard-claude-UserPromptSubmit-1'))).toBe(false)
  })

  test('names one by the beginning of its id, and says so when several begin like that', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    await tell(repository, 'session-start')
    await tell(repository, 'turn-start', { id: OTHER })
    for (const name of ['0b', MINE, 'claude:0b', `claude:${MINE}`])
      expect(json(repository, 'sessions', 'show', name).session.id, name).toBe(MINE)
    const several = repository.wingman('sessions', 'show', '0')
    expect(several.status).toBe(2)
    expect(several.stderr).toContain('2 sessions begin with `0`')
    expect(several.stderr).toContain(`claude:${OTHER}`)
    const none = repository.wingman('sessions', 'stop', 'x')
    expect(none.status).toBe(2)
    expect(none.stderr).toContain('There is no session `x`')
  })

  test('stop says that one has left; its next prompt brings it back', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    await tell(repository, 'turn-start')
    const { status, stdout } = repository.wingman('sessions', 'stop', '0b5e')
    expect(status).toBe(0)
    expect(stdout).toContain(`claude:${MINE} counts as ended.`)
    expect(repository.wingman('sessions').stdout).toContain('No agent is at work here')
    expect(repository.wingman('sessions', '--all').stdout).toContain(`claude:${MINE}  ended`)
    expect(repository.wingman('sessions', 'stop', '0b5e').stdout).toContain('already')
    expect(await tell(repository, 'turn-start')).toMatchObject({ state: 'active', turns: 2 })
  })

  test('says so where there is none', () => {
    const repository = reviewedRepository(RULES_ONLY)
    expect(repository.wingman('sessions', '--all').stdout).toBe('No agent was seen here yet.\n')
    expect(json(repository, 'sessions')).toEqual({ version: 1, sessions: [] })
  })

  test('a damaged one is named by doctor, and set aside', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    await tell(repository, 'turn-start')
    const [name = ''] = readdirSync(folderOf(repository))
    writeFileSync(join(folderOf(repository), name), '{')
    expect(repository.wingman('doctor').stdout).toContain('✖ sessions: what was noted of an agent is damaged')
    expect(repository.wingman('status').status).toBe(0)
    repository.wingman('doctor', '--fix')
    expect(repository.wingman('doctor').stdout).not.toContain('✖ sessions')
    expect(repository.has(`.git/wingman/damaged/${name}`)).toBe(true)
  })

  test('those of a month ago go when it is cleaned up', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    await tell(repository, 'session-start')
    await tell(repository, 'session-start', { id: OTHER })
    const [name = ''] = readdirSync(folderOf(repository))
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000)
    utimesSync(join(folderOf(repository), name), longAgo, longAgo)
    expect(repository.wingman('clean', '--yes').stdout).toContain('1 session of agents')
    expect(readdirSync(folderOf(repository))).toHaveLength(1)
  })
})

describe('what the person asked the agent for', () => {
  const MODEL =
    'models: { fast: { agent: claude } }\nreviewers: { correctness: { model: fast, prompt: correctness } }\nloops: { standards: { reviewers: [correctness] } }\n'
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  async function asked(config = MODEL) {
    const repository = reviewedRepository(config)
    const transcript = join(temporaryFolder(), 'log.jsonl')
    const secret = `ghp_${'a1B2'.repeat(9)}`
    writeFileSync(transcript, `${claudeSaid(`rename a to b with ${secret}`, minutesAgo(1))}\n`)
    await tell(repository, 'turn-start', { transcript })
    repository.write({ 'a.js': CLEAN })
    const promptOf = (env = as(MINE)) =>
      repository.wingmanWith(env, 'run', 'review', '--dirty', '--print-prompt').stdout
    return { repository, promptOf }
  }

  test('is told to the reviewer, masked, when it is the session that asks', async () => {
    const { promptOf } = await asked()
    expect(promptOf()).toContain('What the person asked the agent for')
    expect(promptOf()).toContain('rename a to b with ghp_****')
    expect(promptOf(as(OTHER))).not.toContain('rename a to b')
  })

  test('is not, where the config says so', async () => {
    const { promptOf } = await asked(`${MODEL}context: { intent: false }\n`)
    expect(promptOf()).not.toContain('rename a to b')
  })

  test('since the commit that was last reviewed, and all of it when that one is reviewed again', async () => {
    const repository = reviewedRepository(QUICK)
    vi.stubEnv('GIT_COMMITTER_DATE', minutesAgo(10))
    await committed(repository, MINE, { 'a.js': CLEAN })
    vi.stubEnv('GIT_COMMITTER_DATE', undefined)
    const lines = [20, 5].map(minutes => claudeSaid(`said ${minutes} minutes ago`, minutesAgo(minutes)))
    const transcript = join(temporaryFolder(), 'log.jsonl')
    writeFileSync(transcript, lines.join('\n'))
    await tell(repository, 'turn-start', { transcript })
    const { intent } = openProject(repository.dir).ports
    const prompts = (commit: string, session: string | null = `claude:${MINE}`) =>
      intent.prompts(snapshot({ commit, branch: 'refs/heads/main' }), session)
    expect(await prompts('f'.repeat(40))).toEqual(['said 5 minutes ago'])
    expect(await prompts(repository.git('rev-parse', 'HEAD').trim())).toHaveLength(2)
    for (const other of [null, 'claude:nobody', 'gemini:x', 'x'])
      expect(await prompts('f'.repeat(40), other)).toEqual([])
  })

  test('a transcript that is gone holds nothing up', async () => {
    const { repository, promptOf } = await asked()
    await tell(repository, 'turn-start', { transcript: '/nowhere/log.jsonl' })
    expect(promptOf()).toContain('a.js')
  })
})

describe('a report that waits for one of two sessions', () => {
  const REPORT = '.wingman/REVIEW.md'
  const staleFor = (repository: WingmanRepository, id: string | null) => {
    const { stdout } = repository.wingmanWith(id ? as(id) : {}, 'status', '--json')
    return JSON.parse(stdout).staleReport
  }

  test('goes for another one while the first is idle, and never from under its hands', async () => {
    const repository = reviewedRepository(QUICK)
    await tell(repository, 'turn-start')
    await committed(repository, MINE, { 'a.js': 'debugger\n' })
    await expect.poll(() => repository.has(REPORT), { timeout: 30_000 }).toBe(true)
    expect(staleFor(repository, OTHER)).toBeNull()
    await tell(repository, 'turn-end')
    expect(staleFor(repository, null)).toBeNull()
    expect(staleFor(repository, MINE)).toBeNull()
    expect(staleFor(repository, OTHER)).toBe('other-session')
    expect(repository.has(REPORT)).toBe(false)
    expect(repository.wingman('findings').stdout).toContain('debugger-statement')
  })

  test('is for whoever comes, once the first has left', async () => {
    const repository = reviewedRepository(QUICK)
    await committed(repository, MINE, { 'a.js': 'debugger\n' })
    await expect.poll(() => repository.has(REPORT), { timeout: 30_000 }).toBe(true)
    await tell(repository, 'session-end')
    expect(staleFor(repository, OTHER)).toBeNull()
    expect(repository.has(REPORT)).toBe(true)
  })
})
