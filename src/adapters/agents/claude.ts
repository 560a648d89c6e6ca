import { plainText } from '../../domain/plain-text.ts'
import { boundedOutput } from '../bounded-output.ts'
import { runChild } from '../child-process.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { readAnswer } from './claude-answer.ts'
import { findProgram } from './find-program.ts'

/** Claude Code, headless and read-only. */
export const claude: Agent = {
  name: 'claude',
  title: 'Claude Code',
  hint: 'npm install -g @anthropic-ai/claude-code',
  detect: path => findProgram('claude', path),
  review,
}

async function review(task: AgentTask): Promise<AgentAnswer> {
  // Ten thousand findings still fit; a cut answer does not parse, and what does not parse is no answer.
  const stdout = boundedOutput(16 * 1024 * 1024)
  const stderr = boundedOutput(64 * 1024)
  const end = await runChild({
    file: task.program,
    args: argumentsFor(task),
    cwd: task.dir,
    env: environmentFor(task),
    input: task.prompt,
    timeoutMs: task.timeoutMs,
    signal: task.signal,
    onStdout: stdout.add,
    onStderr: stderr.add,
  })
  return readAnswer({
    end,
    stdout: stdout.text(),
    stderr: plainText(stderr.text()),
    timeoutMs: task.timeoutMs,
  })
}

function argumentsFor({ model, effort, schema, maxDollars }: AgentTask): string[] {
  return [
    '-p',
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--effort', effort]),
    ...['--output-format', 'json'],
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
  }
}
