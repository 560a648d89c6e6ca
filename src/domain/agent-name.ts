/** The coding agents that we know, by the names that configs, requests and sessions call them. */
export const AGENT_NAMES = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'] as const
export type AgentName = (typeof AGENT_NAMES)[number]

/** What people call them. */
export const AGENT_TITLES: Readonly<Record<AgentName, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  copilot: 'Copilot CLI',
  cursor: 'Cursor CLI',
}
