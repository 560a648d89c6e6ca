import { commandFor } from './agent-settings.ts'
import { jsonSettings } from './json-settings.ts'

const entry = (event: string) => ({ command: commandFor('cursor', event), timeout: 30 })

// One event that it does not know would void the whole file, so these are all in its documentation.
export const cursor = jsonSettings({
  name: 'cursor',
  title: 'Cursor',
  own: '.cursor/hooks.json',
  team: '.cursor/hooks.json',
  told: "Cursor takes nothing into a prompt: findings reach it when a session starts and, with `delivery.at: ['turn-end']`, when a turn ends",
  seed: { version: 1 },
  entries: {
    sessionStart: entry('sessionStart'),
    beforeSubmitPrompt: entry('beforeSubmitPrompt'),
    stop: entry('stop'),
    sessionEnd: entry('sessionEnd'),
  },
})
