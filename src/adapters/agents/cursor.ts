import { AGENT_TITLES } from '../../domain/agent-name.ts'
import type { Agent, AgentAnswer, AgentTask } from './agent.ts'
import { agentEnvironment } from './agent-environment.ts'
import { readCursor } from './cursor-answer.ts'
import { cursorSettings } from './cursor-home.ts'
import { cursorProgress } from './cursor-progress.ts'
import { drive } from './drive.ts'
import { findProgram } from './find-program.ts'
import { inScratch } from './scratch.ts'
import { setAside } from './set-aside.ts'

/** Cursor's CLI, headless, in the mode that only answers. By its documentation: it cannot be had from npm. */
export const cursor: Agent = {
  name: 'cursor',
  title: AGENT_TITLES.cursor,
  hint: 'https://cursor.com/docs/cli/installation',
  detect: path => findProgram('cursor-agent', path),
  review,
}

function review(task: AgentTask): Promise<AgentAnswer> {
  return inScratch(async scratch => {
    // It reads these as rules, and nothing switches that off.
    await setAside(task.dir, /^(AGENTS\.md|CLAUDE\.md|\.cursorrules)$/i)
    await cursorSettings(scratch, task.dir)
    const heard = await drive(task, {
      args: argumentsFor(task),
      env: {
        ...agentEnvironment({ own: OWN, path: task.path, given: task.env }),
        CURSOR_CONFIG_DIR: scratch,
      },
      input: task.prompt,
      progress: cursorProgress,
    })
    return readCursor(heard)
  })
}

function argumentsFor({ model }: AgentTask): string[] {
  return [
    ...['--print', '--output-format', 'stream-json'],
    ...(model === null ? [] : ['--model', model]),
    // Without it, `--print` may write and run.
    ...['--mode', 'ask'],
    ...['--sandbox', 'enabled'],
    // Nobody is there to ask whether the folder is trusted; it is a copy without settings.
    '--trust',
  ]
}

const OWN = /^CURSOR_(API_KEY|AUTH_TOKEN)$/
