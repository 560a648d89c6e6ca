import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AGENT_TITLES } from '../../domain/agent-name.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { readCodex } from './codex-answer.ts'
import { confinement } from './codex-confinement.ts'
import { codexProgress } from './codex-progress.ts'
import { drive } from './drive.ts'
import { findProgram } from './find-program.ts'
import { inScratch } from './scratch.ts'

/** Codex, headless: its shell is the only way in which it reads, so the shell is confined. */
export const codex: Agent = {
  name: 'codex',
  title: AGENT_TITLES.codex,
  hint: 'npm install -g @openai/codex',
  detect: path => findProgram('codex', path),
  review,
}

function review(task: AgentTask): Promise<AgentAnswer> {
  return inScratch(async scratch => {
    const schema = join(scratch, 'schema.json')
    await writeFile(schema, JSON.stringify(task.schema))
    const heard = await drive(task, {
      args: [...argumentsFor(task, schema), ...(await confinement(task.program)), '-'],
      env: agentEnvironment({ own: OWN, path: task.path, given: task.env }),
      input: task.prompt,
      progress: codexProgress,
    })
    return readCodex(heard)
  })
}

/**
 * The account stands in the person's own CODEX_HOME, and stays there: its tokens are renewed as they are used, and a copy
 * would be renewed in vain. An API key may come by the environment; `OPENAI_*` of the shell is none of Codex's business.
 */
const OWN = /^CODEX_(HOME|API_KEY|ACCESS_TOKEN|CA_CERTIFICATE)$/

function argumentsFor({ model, effort, env }: AgentTask, schema: string): string[] {
  const gateway = env.OPENAI_BASE_URL
  return [
    ...['exec', '--json', '--color', 'never', '--ephemeral', '--skip-git-repo-check'],
    ...['--output-schema', schema],
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    // Only if the config says so: a login must not go wherever the shell's OPENAI_BASE_URL points.
    ...(gateway === undefined ? [] : ['-c', `openai_base_url=${JSON.stringify(gateway)}`]),
  ]
}
