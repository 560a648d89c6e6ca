import { commandFor } from './agent-settings.ts'
import { jsonSettings } from './json-settings.ts'

const entry = (event: string) => ({ type: 'command', bash: commandFor('copilot', event), timeoutSec: 30 })

export const copilot = jsonSettings({
  name: 'copilot',
  title: 'Copilot CLI',
  own: '.github/hooks/wingman.json',
  team: '.github/hooks/wingman.json',
  told: 'Copilot loads the hooks of a folder that you trust; with `-p` only when it is told --trust-folder',
  seed: { version: 1 },
  entries: {
    sessionStart: entry('sessionStart'),
    userPromptSubmitted: entry('userPromptSubmitted'),
    agentStop: entry('agentStop'),
    sessionEnd: entry('sessionEnd'),
  },
})
