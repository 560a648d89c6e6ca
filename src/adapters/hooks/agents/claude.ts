import { jsonSettings } from './json-settings.ts'

/** Written this way since the first version, and never otherwise: another text would have it ask again. */
const command = (event: string): string =>
  `h="$CLAUDE_PROJECT_DIR/.wingman/agent-hook"; test ! -f "$h" || sh "$h" claude ${event}`

const group = (event: string) => ({ hooks: [{ type: 'command', command: command(event), timeout: 30 }] })

export const claude = jsonSettings({
  name: 'claude',
  title: 'Claude Code',
  own: '.claude/settings.local.json',
  team: '.claude/settings.json',
  told: null,
  entries: {
    SessionStart: group('SessionStart'),
    UserPromptSubmit: group('UserPromptSubmit'),
    Stop: group('Stop'),
    SessionEnd: group('SessionEnd'),
  },
})
