import { sentenceOf } from '../../errors.ts'
import type { Project } from '../compose.ts'
import { agentsCheck } from './agents.ts'
import type { Check, Problem } from './check.ts'
import { checkoutsCheck } from './checkouts.ts'
import { configCheck } from './config.ts'
import { epochCheck } from './epoch.ts'
import { foldersCheck } from './folders.ts'
import { gitCheck } from './git.ts'
import { hooksCheck } from './hooks.ts'
import { journalCheck } from './journal.ts'
import { lockCheck } from './lock.ts'
import { nodeCheck } from './node.ts'
import { pointersCheck } from './pointers.ts'
import { recordsCheck } from './records.ts'
import { requestsCheck } from './requests.ts'
import { resultsCheck } from './results.ts'
import { sessionsCheck } from './sessions.ts'
import { snapshotsCheck } from './snapshots.ts'
import { troubleCheck } from './trouble.ts'
import { worktreesCheck } from './worktrees.ts'

/** What doctor looks at, in the order in which it is told. */
const CHECKS: Check[] = [
  gitCheck,
  nodeCheck,
  configCheck,
  hooksCheck,
  agentsCheck,
  foldersCheck,
  lockCheck,
  recordsCheck,
  resultsCheck,
  pointersCheck,
  epochCheck,
  journalCheck,
  sessionsCheck,
  snapshotsCheck,
  checkoutsCheck,
  requestsCheck,
  worktreesCheck,
  troubleCheck,
]

export interface Examined {
  check: string
  problems: Problem[]
}

export async function examine(project: Project): Promise<Examined[]> {
  const examined: Examined[] = []
  for (const { name, look } of CHECKS)
    examined.push({ check: name, problems: await look(project).catch(notLooked) })
  return examined
}

const notLooked = (error: unknown): Problem[] => [
  { what: 'this could not be looked at', where: null, detail: sentenceOf(error) },
]
