import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AGENT_TITLES } from '../../domain/agent-name.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { readCopilot } from './copilot-answer.ts'
import { copilotHome } from './copilot-home.ts'
import { copilotProgress, isCopilotNoise } from './copilot-progress.ts'
import { drive } from './drive.ts'
import { findProgram } from './find-program.ts'
import { inScratch } from './scratch.ts'

/** GitHub Copilot CLI, headless, with three tools that read. */
export const copilot: Agent = {
  name: 'copilot',
  title: AGENT_TITLES.copilot,
  hint: 'npm install -g @github/copilot',
  detect: path => findProgram('copilot', path),
  review,
}

function review(task: AgentTask): Promise<AgentAnswer> {
  return inScratch(async scratch => {
    const usage = join(scratch, 'usage.json')
    await copilotHome(scratch)
    const heard = await drive(task, {
      args: [...argumentsFor(task), '--usage-output-file', usage, '--log-dir', scratch],
      env: environmentFor(task, scratch),
      input: task.prompt,
      progress: copilotProgress,
      isNoise: isCopilotNoise,
    })
    return readCopilot(heard, await readFile(usage, 'utf8').catch(() => ''))
  })
}

function argumentsFor({ model, effort }: AgentTask): string[] {
  return [
    ...['--output-format', 'json', '--stream', 'on', '--no-color', '--no-ask-user'],
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--reasoning-effort', effort]),
    // The others are not there for the model, and would not be allowed.
    ...[`--available-tools=${TOOLS}`, `--allow-tool=${TOOLS}`, '--deny-tool=write,shell,url'],
    // AGENTS.md, CLAUDE.md and their like in the export are data.
    '--no-custom-instructions',
    '--disable-builtin-mcps',
    // It may read all of the system's temporary folder otherwise.
    '--disallow-temp-dir',
    ...['--no-remote', '--no-remote-export', '--no-auto-update', '--no-experimental'],
    ...['--disable-client-telemetry', '--log-level', 'none'],
  ]
}

const TOOLS = 'view,grep,glob'

/** The account, or a provider of one's own. `COPILOT_ALLOW_ALL` is not among them. */
const OWN = /^(COPILOT_(GITHUB_TOKEN|GH_HOST|MODEL|OFFLINE|PROVIDER_[A-Z_]+)|GH_TOKEN|GITHUB_TOKEN|GH_HOST)$/

function environmentFor({ env, path }: AgentTask, scratch: string): Record<string, string> {
  return {
    ...agentEnvironment({ own: OWN, path, given: env }),
    COPILOT_HOME: scratch,
    COPILOT_AUTO_UPDATE: 'false',
  }
}
