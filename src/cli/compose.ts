import { createHash, randomBytes } from 'node:crypto'
import { systemClock } from '../adapters/clock.ts'
import { openDesk } from '../adapters/desk/desk.ts'
import { type GitDoor, openGit } from '../adapters/git/door.ts'
import { type RepositoryPaths, requireRepository } from '../adapters/git/locate.ts'
import { gitQuestions } from '../adapters/git/questions.ts'
import { workplaces } from '../adapters/git/workplaces.ts'
import { reviewerTable } from '../adapters/reviewers/index.ts'
import { openEpoch } from '../adapters/store/epoch.ts'
import { readIfThere } from '../adapters/store/files.ts'
import { type Holding, openHolding } from '../adapters/store/holding.ts'
import { type Layout, layout } from '../adapters/store/layout.ts'
import { openLedger } from '../adapters/store/ledger.ts'
import { openLog } from '../adapters/store/log.ts'
import { openSessions } from '../adapters/store/open-sessions.ts'
import { openProgress } from '../adapters/store/progress.ts'
import { openStore } from '../adapters/store/store.ts'
import type { Standpoint } from '../domain/epoch.ts'
import type { Adopted } from '../domain/snapshot.ts'
import { decidedStore } from '../engine/decide.ts'
import { packageVersion } from '../package.ts'
import type { EpochKeeper, Git, Ports } from '../ports.ts'
import { here } from './here.ts'
import { shareFiles } from './share-files.ts'
import { commandIn, typable } from './typable.ts'

/** A repository with everything wired to it. Nothing heavy is loaded by this: a hook goes through here as well. */
export interface Project {
  paths: RepositoryPaths
  at: Layout
  door: GitDoor
  /** Told of the lock by whoever acquires it. */
  holding: Holding
  ports: Ports
}

export function openProject(cwd = here()): Project {
  const paths = requireRepository(cwd)
  const at = layout(paths)
  shareFiles(at)
  const epoch: EpochKeeper = openEpoch(at.epoch, () => standpointOf(ports.git))
  const log = openLog(at.logs, systemClock)
  const door = openGit(
    paths.root,
    () => epoch.bump(),
    ran => log.debug('git.ran', ran),
  )
  const holding = openHolding()
  const git = gitQuestions(door, paths)
  const store = decidedStore(openStore(at, holding, log), git)
  const intent = async () => (await import('../adapters/intent.ts')).openIntent({ at, door, store, log })
  const ports: Ports = {
    git,
    store,
    reviewers: reviewerTable({ repository: paths.root }),
    workplaces: workplaces(door, paths, epoch),
    desk: openDesk(at, { fence: holding, log, typable: text => typable(text, commandIn(paths.root)) }),
    epoch,
    sessions: openSessions(at, store, systemClock),
    progress: openProgress(at.progress, systemClock),
    ledger: openLedger(at.spending, systemClock),
    intent: {
      // Read only where a model is asked.
      prompts: async (...asked) => (await intent()).prompts(...asked),
      task: async snapshot => (await intent()).task(snapshot),
    },
    // What starts programs is loaded when there is something to start.
    commands: async asked =>
      (await import('../adapters/reviewers/run/context-command.ts')).contextCommand(asked),
    log,
    clock: systemClock,
    version: packageVersion(),
    nonce: () => randomBytes(3).toString('hex'),
    digest: text => createHash('sha256').update(text).digest('hex'),
  }
  return { paths, at, door, holding, ports }
}

export const standpointOf = async (git: Git): Promise<Standpoint> => ({
  ref: await git.symbolic('HEAD'),
  commit: (await git.commit('HEAD'))?.oid ?? null,
})

/** Where wingman came to this repository; null where nobody noted it. */
export async function adoptedAt({ at }: Project): Promise<Adopted | null> {
  const noted = (await readIfThere(at.adopted))?.trim()
  return noted === 'the beginning' || (noted && /^[0-9a-f]{40,64}$/.test(noted)) ? noted : null
}

export const commandOf = ({ paths }: Project): string => commandIn(paths.root)
