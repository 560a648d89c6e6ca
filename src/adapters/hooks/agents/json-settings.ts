import type { AgentSettings } from './agent-settings.ts'
import { lackingIn, withHooks, withoutHooks } from './hooks-json.ts'

type Described = Pick<AgentSettings, 'name' | 'title' | 'own' | 'team' | 'told'> & {
  entries: Record<string, Record<string, unknown>>
  seed?: Record<string, unknown>
}

/** An agent whose hooks stand in a JSON file. */
export function jsonSettings({ entries, seed, ...settings }: Described): AgentSettings {
  const file = { entries, ...(seed && { seed }) }
  return {
    ...settings,
    withOurs: (text, path) => withHooks(text, path, file),
    withoutOurs: withoutHooks,
    lacking: text => lackingIn(text, file),
  }
}
