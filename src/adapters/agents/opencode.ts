import { AGENT_TITLES } from '../../domain/agent-name.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { drive } from './drive.ts'
import { findProgram } from './find-program.ts'
import { readOpencode } from './opencode-answer.ts'
import { endOfProject, opencodeEnvironment } from './opencode-home.ts'
import { opencodeProgress } from './opencode-progress.ts'
import { inScratch } from './scratch.ts'

/** opencode, headless. `--agent plan` is not read-only; its permissions are. */
export const opencode: Agent = {
  name: 'opencode',
  title: AGENT_TITLES.opencode,
  hint: 'npm install -g opencode-ai',
  detect: path => findProgram('opencode', path),
  review,
}

function review(task: AgentTask): Promise<AgentAnswer> {
  return inScratch(async scratch => {
    await endOfProject(task.dir)
    const heard = await drive(task, {
      args: argumentsFor(task),
      env: {
        ...agentEnvironment({ own: OWN, path: task.path, given: task.env }),
        ...(await opencodeEnvironment(scratch)),
      },
      input: task.prompt,
      progress: opencodeProgress(),
    })
    return readOpencode(heard)
  })
}

function argumentsFor({ model, effort }: AgentTask): string[] {
  return [
    ...['run', '--format', 'json', '--pure'],
    // Without one, a model is asked for it, at a price.
    ...['--title', 'review'],
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--variant', effort]),
  ]
}

/** The keys of the providers it knows by name; others stand in the config's `env`. */
const OWN =
  /^((ANTHROPIC|OPENAI|OPENROUTER|OPENCODE|GEMINI|GOOGLE_GENERATIVE_AI|GROQ|MISTRAL|DEEPSEEK|XAI|TOGETHER|FIREWORKS|CEREBRAS)_API_KEY|OPENCODE_AUTH_CONTENT)$/
