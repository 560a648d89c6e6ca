import type { AgentName } from '../../../domain/agent-name.ts'
import type { AgentSettings } from './agent-settings.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'

/** A new agent is one file and one line. */
export const AGENT_SETTINGS = { claude, codex, gemini, opencode, copilot, cursor } satisfies Record<
  AgentName,
  AgentSettings
>

export const allSettings = (): AgentSettings[] => Object.values(AGENT_SETTINGS)

export const settingsNamed = (name: string): AgentSettings | null =>
  allSettings().find(settings => settings.name === name) ?? null

/** Both files of each, where they differ. */
export const filesOf = ({ own, team }: AgentSettings): string[] => [...new Set([own, team])]

/** Whatever of ours stands in this file, taken out. */
export function withoutAgentHooks(path: string, text: string): string {
  const name = path.replaceAll('\\', '/')
  const settings = allSettings().find(agent => filesOf(agent).some(file => name.endsWith(`/${file}`)))
  return settings ? settings.withoutOurs(text) : text
}
