import { setTimeout as pause } from 'node:timers/promises'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import { stillToSettle } from '../../domain/settle.ts'
import type { Project } from '../compose.ts'
import { isHurried } from './hurry.ts'
import { noteCommits } from './note-commits.ts'

const LOOK_EVERY_MS = 100

/** Lets the turn of an agent finish, which may bring more commits. Where none is active nobody has to wait. */
export async function comeToRest(project: Project, { delivery }: ResolvedConfig): Promise<void> {
  const { sessions, store } = project.ports
  // Not the time of day: a clock that is set must neither start a review nor hold it up.
  const first = performance.now()
  let last = first
  let seen = 0
  const noted = new Set<string>()
  await noteCommits(project, noted)
  while (await sessions.isActive()) {
    const now = performance.now()
    const { length } = await store.requests()
    if (length !== seen) last = now
    seen = length
    await noteCommits(project, noted)
    const burst = { sinceFirst: now - first, sinceLast: now - last }
    const left = stillToSettle(burst, delivery.settleMs, await isHurried(project))
    if (left === 0) break
    await pause(Math.min(left, LOOK_EVERY_MS))
  }
}
