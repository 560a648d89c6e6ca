import type { AgentName } from '../../../domain/agent-name.ts'

/** Where one agent looks for hooks, and what ours are like in there. */
export interface AgentSettings {
  name: AgentName
  title: string
  /** Of this clone alone, relative to the root. Where the agent knows no such file, the team's, which git is then told to pass over. */
  own: string
  /** The one that is committed. */
  team: string
  /** The file with our part in it; everything else stays. Throws where it cannot be understood. */
  withOurs(text: string | null, file: string): string
  /** The file without our part; as it is where there is none, or where it cannot be understood. */
  withoutOurs(text: string): string
  /** What is not there of ours: all of it, or events that an older version did not know. */
  lacking(text: string): string[]
  /** What the person will be asked by their agent, or has to know of it. */
  told: string | null
}

/**
 * What each of them starts: one stable string, since an agent asks its person again whenever it changes. It is short of everything
 * that may differ between machines: it looks for the folder with `.git`, and does nothing in a clone without wingman.
 */
export const commandFor = (agent: AgentName, event: string): string =>
  `sh -c 'wingman_at=$(pwd); until [ -e "$wingman_at/.git" ] || [ -z "$wingman_at" ]; do wingman_at=\${wingman_at%/*}; done; wingman_hook=$wingman_at/.wingman/agent-hook; [ ! -f "$wingman_hook" ] || exec sh "$wingman_hook" ${agent} ${event}'`

/** Of whatever version, and however a person has written around it. */
export const isOurCommand = (command: unknown): boolean =>
  typeof command === 'string' && command.includes('.wingman/agent-hook')
