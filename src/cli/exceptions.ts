import { openExceptions, writeEntry } from '../adapters/store/journal.ts'
import { exceptionsIn, withExceptions } from '../domain/exception.ts'
import type { GateAnswer, PushedRef } from '../domain/gate.ts'
import { failedEntry, type Held, heldEntry, sameOccasion, tameRemote } from '../domain/journal.ts'
import { WingmanError } from '../errors.ts'
import { callingAgent, whoIsCalling } from './caller.ts'
import type { Project } from './compose.ts'
import { noticeBypasses } from './notice-bypasses.ts'

// Loaded only when something does not pass: most pushes never come here.

export interface Occasion {
  remote: string
  /** It really is about to be pushed: exceptions are used up, and the answer goes into the journal. */
  pushing: boolean
}

/** The answer after exceptions, which are used up by a push that passes by them. */
export async function applyExceptions(
  project: Project,
  answer: GateAnswer,
  { remote, pushing }: Occasion,
): Promise<GateAnswer> {
  const applied = answer.allowed ? answer : await takeExceptions(project, answer, { remote, pushing })
  if (pushing) await keepHeld(project, applied, remote)
  await noticeBypasses(project)
  return applied
}

/**
 * Of two pushes at once one gets it, and the other looks again. A push that stays held for another ref uses nothing up. Git
 * does not tell pre-push of `--dry-run`, nor whether the remote took it: the first push that passes is the one.
 */
async function takeExceptions(project: Project, answer: GateAnswer, occasion: Occasion): Promise<GateAnswer> {
  for (;;) {
    const open = await openExceptions(project.at.journal)
    const applied = withExceptions(answer, open)
    if (!applied.allowed || !occasion.pushing || (await useUp(project, applied, occasion.remote)))
      return applied
  }
}

/** Answers whether all of them were still to be had. That it cannot be written down holds the push: it would be open for ever. */
export async function useUp(
  { at, door, ports }: Project,
  answer: GateAnswer,
  remote: string,
): Promise<boolean> {
  for (const { id, commit, refs } of exceptionsIn(answer)) {
    const isOurs = await writeEntry(at.journal, {
      version: 1,
      kind: 'used',
      id,
      at: ports.clock.now().toISOString(),
      commit,
      refs,
      remote: tameRemote(remote),
      who: await whoIsCalling(door),
    })
    if (!isOurs) return false
    ports.log.info('exception.used', { exception: id, commit })
  }
  return true
}

export async function keepHeld(project: Project, answer: GateAnswer, remote: string): Promise<void> {
  const entry = heldEntry(answer, occasionNow(project, remote))
  if (entry) await keep(project, entry)
}

/** The same for a push that is held because the gate came to no answer: a broken config, for instance. */
export async function keepFailed(
  project: Project,
  { error, refs, remote }: { error: unknown; refs: readonly PushedRef[]; remote: string },
): Promise<void> {
  const code = error instanceof WingmanError ? error.code : 'E_BUG'
  await keep(project, failedEntry(refs, { ...occasionNow(project, remote), error: code }))
}

const occasionNow = ({ ports }: Project, remote: string) => ({
  at: ports.clock.now().toISOString(),
  remote,
  agent: callingAgent(),
})

/** That it cannot be kept changes nothing about the answer. */
async function keep({ at, ports }: Project, entry: Omit<Held, 'id'>): Promise<void> {
  try {
    await writeEntry(at.journal, { ...entry, id: ports.digest(sameOccasion(entry)).slice(0, 32) })
  } catch (error) {
    ports.log.warn('journal.not-written', { code: (error as { code?: string } | null)?.code ?? null })
  }
}
