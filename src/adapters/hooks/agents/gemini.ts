import { commandFor } from './agent-settings.ts'
import { jsonSettings } from './json-settings.ts'

/** Its times are in milliseconds. */
const group = (event: string, matcher?: string) => ({
  ...(matcher && { matcher }),
  hooks: [{ name: 'wingman', type: 'command', command: commandFor('gemini', event), timeout: 30_000 }],
})

export const gemini = jsonSettings({
  name: 'gemini',
  title: 'Gemini CLI',
  own: '.gemini/settings.json',
  team: '.gemini/settings.json',
  told: 'Gemini loads hooks only in a folder that you trust; it asks when it is started there',
  entries: {
    SessionStart: group('SessionStart'),
    BeforeAgent: group('BeforeAgent'),
    // Its shell switches git's hooks off: a commit is noticed here.
    AfterTool: group('AfterTool', 'run_shell_command'),
    AfterAgent: group('AfterAgent'),
    SessionEnd: group('SessionEnd'),
  },
})
