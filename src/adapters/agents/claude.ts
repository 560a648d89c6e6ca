import { AGENT_TITLES } from '../../domain/agent-name.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { readClaude } from './claude-answer.ts'
import { claudeProgress } from './claude-progress.ts'
import { drive } from './drive.ts'
import { findProgram } from './find-program.ts'

/** Claude Code, headless and read-only. */
export const claude: Agent = {
  name: 'claude',
  title: AGENT_TITLES.claude,
  hint: 'npm install -g @anthropic-ai/claude-code',
  detect: path => findProgram('claude', path),
  review,
}

async function review(task: AgentTask): Promise<AgentAnswer> {
  const heard = await drive(task, {
    args: argumentsFor(task),
    env: environmentFor(task),
    // What begins with a slash is taken for a command of its own, and not sent.
    input: task.prompt.replace(/^\s*\//, 'The task: $&'),
    progress: claudeProgress(),
    isNoise: event => event.type === 'stream_event',
  })
  return readClaude(heard)
}

function argumentsFor({ model, effort, schema, maxDollars }: AgentTask): string[] {
  return [
    '-p',
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--effort', effort]),
    // Word by word: a long answer is written in one go, and would pass for silence.
    ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
    ...['--json-schema', JSON.stringify(schema)],
    ...['--tools', 'Read,Grep,Glob'],
    // What is not allowed is refused, without anyone to ask.
    ...['--permission-mode', 'dontAsk'],
    // No settings, hooks or servers of the person's or the repository's.
    ...['--setting-sources', ''],
    '--strict-mcp-config',
    '--no-session-persistence',
    '--disable-slash-commands',
    ...['--max-turns', '20'],
    ...['--max-budget-usd', maxDollars.toFixed(2)],
  ]
}

/** The account, by key, by token or by the settings folder; not the session of a Claude Code that may have called us. */
const OWN = /^(ANTHROPIC_[A-Z0-9_]+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_OAUTH_TOKEN)$/

function environmentFor({ env, path }: AgentTask): Record<string, string> {
  return {
    ...agentEnvironment({ own: OWN, path, given: env }),
    // With its default, a wrong key had not come back after a minute.
    CLAUDE_CODE_MAX_RETRIES: '0',
    // A diff that mentions `@~/.ssh/id_rsa` would have that file sent along, whatever the tools may read.
    CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
    // By this name in older versions; it is about more that comes unasked.
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  }
}
