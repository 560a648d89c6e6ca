import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AGENT_SETTINGS } from '../../src/adapters/hooks/agents/index.ts'
import { AGENT_NAMES, type AgentName } from '../../src/domain/agent-name.ts'
import { type Call, callHook, callHookAtOnce, EVENTS, sessionsOf } from '../support/agent-sessions.ts'
import { programs } from '../support/fake-programs.ts'
import { temporaryFolder } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository } from '../support/wingman.ts'

const AT_TURN_END = `${RULES_ONLY}delivery: { at: [next-prompt, turn-end] }\n`
const REPORT = '.wingman/REVIEW.md'

async function withFinding(agents: string, config = RULES_ONLY): Promise<WingmanRepository> {
  const repository = reviewedRepository(config)
  repository.wingman('install', '--agents', agents)
  repository.commit('bad', { 'a.js': 'debugger\n', 'src/deep/b.js': '' })
  await repository.reviewed()
  return repository
}

/** As Gemini's own shell commits. */
const pastAllHooks = (repository: WingmanRepository) =>
  repository.git('-c', 'core.hooksPath=', 'commit', '-q', '--allow-empty', '-m', 'past all hooks')

/** What it says, which is never more than one document, with 0, and nothing beside it. */
function call(repository: WingmanRepository, agent: AgentName, event: string, more: Call = {}) {
  const { status, stdout, stderr } = callHook(repository, agent, event, more)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout === '' ? null : JSON.parse(stdout)
}

interface Answer {
  hookSpecificOutput?: { additionalContext?: string }
  additionalContext?: string
  additional_context?: string
  followup_message?: string
  context?: string
  decision?: string
  reason?: string
}

/** Where the model finds it, at a prompt and at the end of a turn. */
const MODEL: Record<AgentName, (answer: Answer) => unknown> = {
  claude: answer => answer.hookSpecificOutput?.additionalContext,
  codex: answer => answer.hookSpecificOutput?.additionalContext,
  gemini: answer => answer.hookSpecificOutput?.additionalContext,
  opencode: answer => answer.context,
  copilot: answer => answer.additionalContext,
  cursor: answer => answer.additional_context,
}
const TO_GO_ON: Record<AgentName, (answer: Answer) => unknown> = {
  claude: answer => answer.decision === 'block' && answer.reason,
  codex: answer => answer.decision === 'block' && answer.reason,
  gemini: answer => answer.decision === 'deny' && answer.reason,
  opencode: answer => answer.context,
  copilot: answer => answer.decision === 'block' && answer.reason,
  cursor: answer => answer.followup_message,
}
const CONTINUED: Record<AgentName, Record<string, unknown>> = {
  claude: { stop_hook_active: true },
  codex: { stop_hook_active: true },
  gemini: { stop_hook_active: true },
  opencode: { continued: true },
  copilot: { stopHookActive: true },
  cursor: { loop_count: 1 },
}

describe.each(AGENT_NAMES.map(agent => [agent]))('%s', agent => {
  const { start, prompt, stop, end } = EVENTS[agent]
  const takesAt = agent === 'cursor' ? start : prompt

  test('gets a review once, from wherever it stands, and no git is started for it', async () => {
    const repository = await withFinding(agent)
    const log = join(temporaryFolder(), 'git.log')
    const bin = programs({ git: `echo "$*" >>'${log}'; exit 1` })
    const cwd = agent === 'claude' ? repository.dir : join(repository.dir, 'src/deep')
    const env = { PATH: `${bin}:${process.env.PATH}` }
    const answer = call(repository, agent, takesAt, { cwd, env })
    expect(MODEL[agent](answer)).toContain(repository.read(REPORT))
    expect(existsSync(log)).toBe(false)
    expect(call(repository, agent, takesAt, { cwd, session: 's2' })).toBeNull()
    expect(JSON.parse(repository.wingman('status', '--json').stdout).handedOver).toMatchObject({
      ...{ agent, session: 's1', acknowledged: false },
    })
  })

  test('goes on at the end of its turn where the config says so, once, and not if a hook had it go on', async () => {
    const repository = await withFinding(agent, AT_TURN_END)
    const payload = CONTINUED[agent]
    const held = call(repository, agent, stop, { payload })
    expect(held && TO_GO_ON[agent](held)).toBeFalsy()
    if (held) expect(JSON.stringify(held)).toContain('waits for your next prompt')
    expect(TO_GO_ON[agent](call(repository, agent, stop))).toContain(repository.read(REPORT))
    expect(call(repository, agent, stop)).toBeNull()
    expect(call(repository, agent, takesAt)).toBeNull()
  })

  test('by default is left alone at the end of its turn', async () => {
    const repository = await withFinding(agent)
    const answer = call(repository, agent, stop)
    expect(answer && TO_GO_ON[agent](answer)).toBeFalsy()
    expect(MODEL[agent](call(repository, agent, takesAt))).toContain('wingman reviewed ')
  })

  test('hears nothing when wingman is off, broken, or calls itself', async () => {
    const repository = await withFinding(agent, AT_TURN_END)
    const silent = (env: Record<string, string> = {}) => {
      for (const event of [start, prompt, stop, end])
        expect(call(repository, agent, event, { env }), event).toBeNull()
    }
    silent({ WINGMAN: '0' })
    silent({ WINGMAN_CHILD: '1' })
    repository.write({ '.git/wingman/disabled': '' })
    silent()
    rmSync(join(repository.dir, '.git/wingman/disabled'))
    const runtime = repository.read('.git/wingman/runtime')
    repository.write({ '.git/wingman/runtime': '/gone\n/gone/hook.js\n' })
    silent()
    const hook = join(temporaryFolder(), 'hook.js')
    repository.write({ '.git/wingman/runtime': runtime.replace(/\n.*hook\.js/, `\n${hook}`) })
    programs({}) // a wingman that dies
    repository.run('sh', ['-c', `printf 'process.stderr.write("no"); process.exit(2)' >'${hook}'`])
    silent()
    rmSync(join(repository.dir, '.wingman/agent-hook'))
    if (agent !== 'opencode') silent()
    repository.wingman('install')
    // None of that has used the one delivery up.
    expect(MODEL[agent](call(repository, agent, takesAt))).toContain('wingman reviewed ')
  })

  test('its settings are for this clone alone, and go again', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    const { own } = AGENT_SETTINGS[agent]
    const before = treeOf(repository.dir, { without: /^\.git\/wingman\// })
    repository.wingman('install', '--agents', agent)
    expect(repository.has(own)).toBe(true)
    expect(repository.git('status', '--porcelain')).toBe('')
    const status = JSON.parse(repository.wingman('status', '--json').stdout)
    expect(status.agents).toMatchObject([{ name: agent, file: own, lacking: [] }])
    expect(repository.wingman('doctor').stdout).toContain('All is well.')
    const installed = treeOf(repository.dir, { without: /^\.git\/wingman\// })
    repository.wingman('install', '--agents', agent)
    repository.wingman('install')
    expect(treeOf(repository.dir, { without: /^\.git\/wingman\// })).toEqual(installed)
    repository.wingman('uninstall')
    const hooks = /^\.git\/(wingman|hooks)\/|^\.wingman\//
    expect(treeOf(repository.dir, { without: hooks })).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => !hooks.test(name))),
    )
  })
})

describe('what an agent says of its session', () => {
  test('is taken in by whatever starts next, in the order it was said', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.wingman('install', '--agents', 'claude,codex')
    for (const event of ['UserPromptSubmit', 'Stop', 'UserPromptSubmit'])
      call(repository, 'claude', event, { session: 'of-claude' })
    call(repository, 'codex', 'Stop', { session: 'of-codex' })
    const heard = () => readdirSync(join(repository.dir, '.git/wingman')).filter(name => /^heard-/.test(name))
    expect(heard()).toHaveLength(4)
    repository.wingman('status')
    expect(heard()).toEqual([])
    expect(sessionsOf(repository)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'of-claude', state: 'active', turns: 2 }),
        expect.objectContaining({ id: 'of-codex', state: 'idle' }),
      ]),
    )
    call(repository, 'claude', 'SessionEnd', { session: 'of-claude' })
    expect(sessionsOf(repository)).toContainEqual(
      expect.objectContaining({ id: 'of-claude', state: 'ended' }),
    )
  })
})

describe('exactly once', () => {
  test('of six sessions that ask in the same moment one gets it', async () => {
    const repository = await withFinding('claude,codex')
    const sessions = ['a', 'b', 'c', 'd', 'e', 'f']
    const answers = await Promise.all(
      sessions.map((session, at) =>
        callHookAtOnce(repository, at % 2 ? 'codex' : 'claude', 'UserPromptSubmit', { session }),
      ),
    )
    expect(answers.filter(answer => answer.includes('additionalContext'))).toHaveLength(1)
  })

  test('a review of a commit that HEAD has left is not handed over; the one of HEAD is', async () => {
    const repository = await withFinding('claude')
    pastAllHooks(repository)
    const first = call(repository, 'claude', 'UserPromptSubmit')
    expect(JSON.stringify(first)).not.toContain('additionalContext')
    await repository.reviewed()
    await expect
      .poll(() => JSON.stringify(call(repository, 'claude', 'UserPromptSubmit')), { timeout: 60_000 })
      .toContain('additionalContext')
  })

  test('a message that was amended makes no review stale', async () => {
    const repository = await withFinding('claude')
    repository.git('commit', '-q', '--amend', '-m', 'better said')
    await repository.reviewed()
    await expect
      .poll(() => JSON.stringify(call(repository, 'claude', 'UserPromptSubmit')), { timeout: 60_000 })
      .toContain('additionalContext')
    expect(JSON.stringify(call(repository, 'claude', 'UserPromptSubmit'))).not.toContain('additionalContext')
  })

  test('what was dismissed since is not handed over', async () => {
    const repository = await withFinding('claude')
    const [finding] = repository.lastReview().loops.flatMap(loop => loop.reviewers.flatMap(it => it.findings))
    const record = repository.wingman('findings').stdout
    expect(record).toContain('debugger-statement')
    repository.run('script', [
      '-qec',
      `wingman findings dismiss ${finding?.id} --reason 'meant that way'`,
      '/dev/null',
    ])
    expect(call(repository, 'claude', 'UserPromptSubmit')).toBeNull()
  })
})

describe('an agent that deleted the report', () => {
  const acknowledged = (repository: WingmanRepository) =>
    JSON.parse(repository.wingman('status', '--json').stdout).handedOver?.acknowledged

  test('has acknowledged it, and its next hook notes that', async () => {
    const repository = await withFinding('claude')
    call(repository, 'claude', 'UserPromptSubmit')
    rmSync(join(repository.dir, REPORT))
    call(repository, 'claude', 'Stop')
    const folder = join(repository.dir, '.git/wingman/delivered')
    const { id } = repository.lastReview()
    expect(readdirSync(folder).toSorted()).toEqual([id, `${id}.acknowledged`])
    expect(JSON.parse(readFileSync(join(folder, id), 'utf8'))).toMatchObject({
      ...{ version: 1, review: id, agent: 'claude', session: 's1', moment: 'prompt' },
      findings: [expect.any(String)],
    })
    expect(acknowledged(repository)).toBe(true)
  })

  test('is not to be confused with us, who took it away', async () => {
    const repository = await withFinding('claude')
    call(repository, 'claude', 'UserPromptSubmit')
    repository.git('switch', '-q', '-c', 'other', 'HEAD~1')
    repository.wingman('status')
    expect(repository.has(REPORT)).toBe(false)
    repository.git('switch', '-q', 'main')
    expect(acknowledged(repository)).toBe(false)
  })
})

test('an agent is kept going no more often than its loop may be revised, until a review is clean', async () => {
  const config = AT_TURN_END.replace('reviewers: [rules]', 'reviewers: [rules]\n    maxRevisions: 2')
  const repository = await withFinding('claude', config)
  const stop = () => JSON.stringify(call(repository, 'claude', 'Stop'))
  const again = async (name: string, text: string) => {
    repository.commit('again', { [name]: text })
    await repository.reviewed()
  }
  expect(stop()).toContain('"block"')
  await again('b.js', 'debugger\n')
  expect(stop()).toContain('"block"')
  await again('c.js', 'debugger\n')
  expect(stop()).toContain('waits for your next prompt')
  await again('d.js', 'export {}\n')
  expect(stop()).not.toContain('"block"')
  for (const name of ['a.js', 'b.js', 'c.js']) repository.write({ [name]: 'export {}\n' })
  await again('d.js', 'export default 1\n')
  await again('e.js', 'debugger\n')
  await expect.poll(stop, { timeout: 60_000 }).toContain('"block"')
})

describe('settings for the team', () => {
  test('are committed, name no machine, and are nothing to a teammate without wingman', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    const { stdout } = repository.wingman('install', '--team', '--agents', AGENT_NAMES.join(','))
    expect(stdout).toContain('Codex will ask')
    const files = AGENT_NAMES.map(agent => AGENT_SETTINGS[agent].team)
    for (const file of files) {
      expect(repository.git('status', '--porcelain', '-uall')).toContain(file)
      expect(repository.read(file)).not.toContain(repository.dir)
    }
    repository.commit('for all')
    await repository.reviewed()

    const clone = join(temporaryFolder(), 'clone')
    repository.git('clone', '-q', repository.dir, clone)
    mkdirSync(join(clone, 'deep'))
    for (const agent of AGENT_NAMES.filter(name => name !== 'opencode')) {
      const { hooks } = JSON.parse(readFileSync(join(clone, AGENT_SETTINGS[agent].team), 'utf8'))
      for (const [entry] of Object.values<Record<string, never>[]>(hooks)) {
        const { command, bash } = (entry as { hooks?: never[] }).hooks?.[0] ?? entry ?? {}
        const ran = repository.run('sh', ['-c', `${command ?? bash}`], {
          cwd: join(clone, 'deep'),
          input: '{}',
        })
        expect(ran).toMatchObject({ status: 0, output: '' })
      }
    }
  })

  test("a teammate's plain install brings the script that they start, and leaves them as they are", async () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.wingman('install', '--team', '--agents', 'codex')
    repository.commit('for all')
    rmSync(join(repository.dir, '.wingman'), { recursive: true })
    rmSync(join(repository.dir, '.git/wingman/installed.json'))
    expect(repository.wingman('doctor').stdout).toContain('agent-hook')
    repository.wingman('install')
    expect(repository.has('.wingman/agent-hook')).toBe(true)
    expect(repository.git('status', '--porcelain')).toBe('')
    repository.wingman('uninstall')
    expect(repository.has('.codex/hooks.json')).toBe(true)
    expect(repository.has('.wingman/agent-hook')).toBe(false)
  })
})

test("where Copilot starts Claude Code's hooks as well, the review goes to the hook of its own", async () => {
  const repository = await withFinding('claude,copilot')
  const env = { COPILOT_CLI: '1' }
  expect(call(repository, 'claude', 'UserPromptSubmit', { env })).toBeNull()
  expect(call(repository, 'copilot', 'userPromptSubmitted', { env })).toHaveProperty('additionalContext')
})

test('a commit that Gemini made past all hooks is noticed after its tool', async () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.wingman('install', '--agents', 'gemini')
  pastAllHooks(repository)
  expect(call(repository, 'gemini', 'AfterTool')).toBeNull()
  const tip = repository.git('rev-parse', 'HEAD')
  await expect
    .poll(() => repository.wingman('show', '--json').stdout.includes(tip), { timeout: 60_000 })
    .toBe(true)
})

test('an agent that nobody has hooks for is named, with those that there are', () => {
  const { status, stderr } = reviewedRepository(RULES_ONLY).wingman('install', '--agents', 'claude,aider')
  expect(status).toBe(2)
  expect(stderr).toContain('claude, codex, gemini, opencode, copilot, cursor')
})

test('settings that an older version wrote lack an event: status and doctor say so, and --fix adds it', () => {
  const repository = reviewedRepository(RULES_ONLY)
  repository.wingman('install', '--agents', 'claude')
  const file = AGENT_SETTINGS.claude.own
  const { hooks } = JSON.parse(repository.read(file))
  const older = `${JSON.stringify({ hooks: { UserPromptSubmit: hooks.UserPromptSubmit } }, null, 2)}\n`
  repository.write({ [file]: older })
  expect(repository.wingman('status').stdout).toContain('wingman install --agents claude')
  expect(repository.wingman('doctor').stdout).toContain(
    'Claude Code does not call wingman at SessionStart, Stop',
  )
  repository.wingman('doctor', '--fix')
  expect(JSON.parse(repository.read(file)).hooks).toMatchObject(hooks)
})
