import { settingsNamed } from '../../adapters/hooks/agents/index.ts'

/** `a, b` as it is typed behind `--agents`. */
export const namesIn = (typed = ''): string[] =>
  typed
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

/** Said once, when their hooks are written: an agent that silently passes over them looks like a wingman that is broken. */
export const whatAgentsAsk = (names: readonly string[]): string[] =>
  names.flatMap(name => {
    const told = settingsNamed(name)?.told
    return told ? [`${told}.`] : []
  })
