import { AGENT_TITLES } from '../../domain/agent-name.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { drive } from './drive.ts'
import { findProgram } from './find-program.ts'
import { readGemini } from './gemini-answer.ts'
import { asWords, geminiHome } from './gemini-home.ts'
import { geminiProgress } from './gemini-progress.ts'
import { inScratch } from './scratch.ts'
import { setAside } from './set-aside.ts'

/** Gemini CLI, headless, in a home of its own in which only three tools are left. */
export const gemini: Agent = {
  name: 'gemini',
  title: AGENT_TITLES.gemini,
  hint: 'npm install -g @google/gemini-cli',
  detect: path => findProgram('gemini', path),
  review,
}

function review(task: AgentTask): Promise<AgentAnswer> {
  return inScratch(async scratch => {
    // It takes this file for orders in every folder that it trusts, whatever other name its settings give.
    await setAside(task.dir, /^gemini\.md$/i)
    const { policy, command } = await geminiHome(scratch)
    const heard = await drive(task, {
      args: argumentsFor(task, policy),
      env: environmentFor(task, scratch),
      input: asWords(task.prompt, command),
      progress: geminiProgress,
    })
    return readGemini(heard)
  })
}

function argumentsFor({ model }: AgentTask, policy: string): string[] {
  return [
    ...['--output-format', 'stream-json'],
    ...(model === null ? [] : ['--model', model]),
    // It does not start in a folder that it does not trust. What trust would load is switched off one by one.
    '--skip-trust',
    ...['--admin-policy', policy],
    ...['--approval-mode', 'default'],
    ...['--extensions', 'none'],
    ...['--allowed-mcp-server-names', 'none'],
  ]
}

/** The account; not the session of a Gemini CLI that may have called us, and not its settings. */
const OWN =
  /^(GEMINI_API_KEY|GOOGLE_(API_KEY|GEMINI_BASE_URL|VERTEX_BASE_URL|CLOUD_PROJECT(_ID)?|CLOUD_LOCATION|APPLICATION_CREDENTIALS|GENAI_USE_VERTEXAI|GENAI_USE_GCA)|CLOUDSDK_CONFIG)$/

function environmentFor({ env, path }: AgentTask, scratch: string): Record<string, string> {
  return {
    ...agentEnvironment({ own: OWN, path, given: env }),
    GEMINI_CLI_HOME: scratch,
    // After an error it leaves a file with the whole conversation in there.
    TMPDIR: scratch,
    GEMINI_TELEMETRY_ENABLED: 'false',
    // Else it starts itself a second time, for more memory.
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }
}
