import { commandFor } from './agent-settings.ts'
import { jsonSettings } from './json-settings.ts'

const group = (event: string) => ({
  hooks: [{ type: 'command', command: commandFor('codex', event), timeout: 30 }],
})

export const codex = jsonSettings({
  name: 'codex',
  title: 'Codex',
  own: '.codex/hooks.json',
  team: '.codex/hooks.json',
  told: 'Codex will ask in its terminal whether to trust these hooks; until then, and in `codex exec`, it passes over them',
  entries: {
    SessionStart: group('SessionStart'),
    UserPromptSubmit: group('UserPromptSubmit'),
    Stop: group('Stop'),
    SessionEnd: group('SessionEnd'),
  },
})
