import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentName } from '../../src/domain/agent-name.ts'

export interface Pinned {
  package: string
  version: string
  /** npm runs no scripts of packages since version 11; these fetch the real program, from the package beside. */
  afterwards?: string
}

/** Cursor is not on npm. Its contract is tested with a stand-in. */
export const PINNED = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.326', afterwards: 'install.cjs' },
  codex: { package: '@openai/codex', version: '0.169.0' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0' },
  opencode: { package: 'opencode-ai', version: '1.18.33', afterwards: 'postinstall.mjs' },
  copilot: { package: '@github/copilot', version: '1.0.102' },
} satisfies Partial<Record<AgentName, Pinned>>

export type RealAgent = keyof typeof PINNED

/** Those that are tested now: all of them, or the ones that `AGENTS=claude,codex` names. */
export function chosenAgents(): RealAgent[] {
  const names = Object.keys(PINNED) as RealAgent[]
  const wanted = process.env.AGENTS?.split(',').map(name => name.trim())
  const unknown = wanted?.filter(name => !names.some(known => known === name)) ?? []
  if (unknown.length > 0)
    throw new Error(`AGENTS names ${unknown.join(', ')}, and there are ${names.join(', ')}`)
  return names.filter(name => wanted?.includes(name) ?? true)
}

const cacheFolder = (): string => process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')

export const folderOf = (name: RealAgent): string =>
  join(
    process.env.AGENTS_CACHE ?? join(cacheFolder(), 'git-wingman', 'agents'),
    `${name}-${PINNED[name].version}`,
  )

export const binOf = (name: RealAgent): string => join(folderOf(name), 'node_modules', '.bin')
