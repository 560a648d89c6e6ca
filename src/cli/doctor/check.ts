import type { Project } from '../compose.ts'

/** Something that may be wrong, looked at on its own. */
export interface Check {
  name: string
  look(project: Project): Promise<Problem[]>
}

export interface Problem {
  /** In one sentence, without anything that was read from the config, the change or a message. */
  what: string
  where: string | null
  /** What goes only to the person: may quote anything. */
  detail?: string | null
  /** What to type, where nothing can be mended by itself. */
  hint?: string | null
  mend?: Mend | null
}

export interface Mend {
  how: string
  act(): Promise<unknown>
  /** Without the lock: `before` it, what could keep anybody from having it; `after` it, what starts somebody who wants it. */
  unlocked?: 'before' | 'after'
}
