import { userInfo } from 'node:os'
import type { GitDoor } from '../adapters/git/door.ts'
import { identityEnvironment } from '../adapters/git/safety.ts'
import type { AgentName } from '../domain/agent-name.ts'
import type { Who } from '../domain/journal.ts'
import { oneLine } from '../domain/plain-text.ts'
import { isSessionId, sessionName } from '../domain/session.ts'
import { WingmanError } from '../errors.ts'

/** What an agent leaves in the environment of a command that it starts. */
const AGENT_VARIABLES: Record<string, string> = {
  CLAUDECODE: 'claude',
  CLAUDE_CODE_SESSION_ID: 'claude',
  CODEX_THREAD_ID: 'codex',
  GEMINI_SESSION_ID: 'gemini',
  COPILOT_CLI: 'copilot',
  OPENCODE: 'opencode',
  CURSOR_AGENT: 'cursor',
}

/** The agent that is calling; null for a person, or for one that does not say so. */
export function callingAgent(env: NodeJS.ProcessEnv = process.env): string | null {
  const variable = Object.keys(AGENT_VARIABLES).find(name => env[name])
  return variable ? (AGENT_VARIABLES[variable] ?? null) : null
}

/**
 * Where each agent says which session it is, in the order in which the hooks' sh asks (templates/hooks/request.sh): an agent that
 * was started by another one has the variables of both.
 */
const SESSION_VARIABLES: readonly (readonly [AgentName, string])[] = [
  ['copilot', 'COPILOT_AGENT_SESSION_ID'],
  ['gemini', 'GEMINI_SESSION_ID'],
  ['claude', 'CLAUDE_CODE_SESSION_ID'],
  ['codex', 'CODEX_THREAD_ID'],
  ['opencode', 'OPENCODE_SESSION_ID'],
]

/** The session that is calling: `claude:<id>`; null for a person, and for an agent that does not say. */
export function callingSession(env: NodeJS.ProcessEnv = process.env): string | null {
  const [agent, variable = ''] = SESSION_VARIABLES.find(([, name]) => env[name]) ?? []
  const id = env[variable] ?? ''
  return agent && isSessionId(id) ? sessionName({ agent, id }) : null
}

export const hasTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

/** An agent may fix and answer; only a person may open the gate, and nobody without a terminal is known to be one. */
export function needPerson(what: string, hint: string): void {
  const agent = callingAgent()
  if (agent === null && hasTerminal()) return
  throw new WingmanError({
    code: 'E_PERSON',
    message: `Only a person may ${what}, and ${agent === null ? 'there is no terminal here with a person at it' : `${agent} is calling`}.`,
    hint,
  })
}

/** Outside of a repository git is not asked. */
export async function whoIsCalling(door: GitDoor | null): Promise<Who> {
  const { name, email } = (door && ((await identity(door)) ?? settings(door))) ?? NOBODY
  return { name, email, account: accountName(), agent: callingAgent() }
}

type Named = Pick<Who, 'name' | 'email'>
const NOBODY: Named = { name: null, email: null }

/** As git would write it into its own logs, by which a push that went past the gate is noticed; null where it would refuse to. */
async function identity(door: GitDoor): Promise<Named | null> {
  const { code, stdout } = await door.attempt(['var', 'GIT_COMMITTER_IDENT'], { env: identityEnvironment() })
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d+\n$/s.exec(stdout.toString()) ?? []
  return code === 0 && name !== undefined && email !== undefined ? tamed(name, email) : null
}

function settings(door: GitDoor): Named {
  const setting = (name: string) => door.ask(['config', '--get', name]).stdout.toString()
  return tamed(setting('user.name'), setting('user.email'))
}

const tamed = (name: string, email: string): Named => ({
  name: oneLine(name, 200) || null,
  email: oneLine(email, 200) || null,
})

/** A container may run under a number that no account has. */
function accountName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
