import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_SETTINGS } from '../../src/adapters/hooks/agents/index.ts'
import type { AgentName } from '../../src/domain/agent-name.ts'
import type { Finished, TestRepository } from './repository.ts'

/** By what each agent calls them. */
export const EVENTS = {
  claude: { start: 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop', end: 'SessionEnd' },
  codex: { start: 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop', end: 'SessionEnd' },
  gemini: { start: 'SessionStart', prompt: 'BeforeAgent', stop: 'AfterAgent', end: 'SessionEnd' },
  opencode: { start: 'session-start', prompt: 'prompt', stop: 'turn-end', end: 'session-end' },
  copilot: { start: 'sessionStart', prompt: 'userPromptSubmitted', stop: 'agentStop', end: 'sessionEnd' },
  cursor: { start: 'sessionStart', prompt: 'beforeSubmitPrompt', stop: 'stop', end: 'sessionEnd' },
} as const satisfies Record<AgentName, Record<string, string>>

export interface Call {
  session?: string
  payload?: Record<string, unknown>
  env?: Record<string, string>
  cwd?: string
}

/** As the agent does it: the command out of its settings, the payload on standard input. */
export function callHook(
  repository: TestRepository,
  agent: AgentName,
  event: string,
  call: Call = {},
): Finished {
  return repository.run('sh', ['-c', commandOf(repository, agent, event)], {
    cwd: call.cwd ?? repository.dir,
    env: { CLAUDE_PROJECT_DIR: repository.dir, ...call.env },
    input: payloadOf(repository, agent, call),
  })
}

/** The same, without waiting for it: several sessions at once. */
export function callHookAtOnce(
  repository: TestRepository,
  agent: AgentName,
  event: string,
  call: Call = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', commandOf(repository, agent, event)], {
      cwd: repository.dir,
      env: { ...process.env, CLAUDE_PROJECT_DIR: repository.dir },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let text = ''
    child.stdout.on('data', part => {
      text += part
    })
    child.on('error', reject)
    child.on('close', () => resolve(text))
    child.stdin.end(payloadOf(repository, agent, call))
  })
}

/** opencode's plugin starts the script itself. */
function commandOf(repository: TestRepository, agent: AgentName, event: string): string {
  if (agent === 'opencode') return `sh '${repository.dir}/.wingman/agent-hook' opencode ${event}`
  const { own, team } = AGENT_SETTINGS[agent]
  const { hooks } = JSON.parse(repository.read(repository.has(own) ? own : team))
  const [entry] = hooks[event]
  const { command, bash } = entry.hooks?.[0] ?? entry
  return command ?? bash
}

function payloadOf(
  { dir }: TestRepository,
  agent: AgentName,
  { session = 's1', payload = {}, cwd = dir }: Call,
): string {
  const own = {
    claude: { session_id: session, transcript_path: `${dir}/t.jsonl`, cwd },
    codex: { session_id: session, transcript_path: null, cwd },
    gemini: { session_id: session, transcript_path: `${dir}/t.json`, cwd },
    opencode: { session, cwd },
    copilot: { sessionId: session, cwd, timestamp: 1 },
    cursor: { conversation_id: session, workspace_roots: [dir] },
  }[agent]
  return JSON.stringify({ ...own, ...payload })
}

export function sessionsOf(repository: TestRepository): { id: string; state: string; turns: number }[] {
  const folder = join(
    repository.git('rev-parse', '--path-format=absolute', '--git-common-dir'),
    'wingman/sessions',
  )
  return readdirSync(folder).map(name => {
    const file = JSON.parse(repository.read(join('.git/wingman/sessions', name)))
    return file.session ?? file
  })
}
