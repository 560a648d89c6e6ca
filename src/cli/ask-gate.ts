import type { GateAnswer, PushedRef } from '../domain/gate.ts'
import type { ReviewRequest } from '../domain/request.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { checkGate } from '../engine/check-gate.ts'
import { notingReliance, type Reliance } from '../engine/note-reliance.ts'
import { gateText, waiting } from '../gate-messages.ts'
import type { Paint } from '../paint.ts'
import { withoutAttestations } from './attested-refs.ts'
import { adoptedAt, commandOf, type Project } from './compose.ts'
import { configFor } from './no-config.ts'
import { readTrouble } from './trouble.ts'

export interface GateRequest {
  remote: string
  refs: readonly PushedRef[]
  paintNow: () => Paint
}

export interface GateReply {
  answer: GateAnswer
  /** What to print; empty when there is nothing to say. */
  text: string
  /** What an allowed push is to take along; null when nothing is. */
  cargo: Cargo | null
}

export interface Cargo {
  reliance: Reliance
  signed: boolean
}

/** The gate's answer, after waiting for a review that is under way if the policy says so. */
export async function askGate(project: Project, request: GateRequest): Promise<GateReply> {
  const { remote, paintNow } = request
  const refs = await withoutAttestations(project, request.refs)
  const config = await configFor(project, { remote, refs })
  if (!config?.enabled) return { answer: { version: 1, allowed: true, refs: [] }, text: '', cargo: null }
  const push = { remote, refs, adopted: await adoptedAt(project) }
  const { push: carries, signed } = config.attestations
  const noted = carries ? notingReliance(project.ports.store) : null
  const world = noted ? { ...project.ports, store: noted.store } : project.ports
  let answer = await checkGate(world, config, push)
  const pending = pendingTip(config, answer)
  if (pending) {
    process.stderr.write(`${waiting(pending)}\n`)
    const { waitForReview } = await import('./wait-for-review.ts')
    await waitForReview(project, isAwaited(refs, answer))
    answer = await checkGate(world, config, push)
  }
  noteAnswer(project, answer)
  await takeUp(project)
  const trouble = answer.allowed ? null : await readTrouble(project)
  return {
    answer,
    text: gateText(answer, { command: commandOf(project), paintNow, trouble }),
    cargo: answer.allowed && noted ? { reliance: noted.reliance, signed } : null,
  }
}

/** Requests that lost their worker, whatever they are about: whoever comes by starts one. */
async function takeUp(project: Project): Promise<void> {
  if ((await project.ports.store.requests()).length === 0) return
  const { wakeWorker } = await import('./wait-for-review.ts')
  await wakeWorker(project)
}

/** One line, and only when something is held: nobody waits for a log. */
function noteAnswer({ ports }: Project, { allowed, refs }: GateAnswer): void {
  if (allowed) {
    ports.log.debug('gate.allowed', { refs: refs.length })
    return
  }
  const held = refs.flatMap(({ loops }) => loops.filter(({ standing }) => standing !== 'approved'))
  const standings = held.map(({ loop, standing }) => `${loop}: ${standing}`).join(', ')
  ports.log.info('gate.held', { refs: refs.length, standings, commit: held[0]?.commit ?? null })
}

/** By the commit that was peeled out of a tag, or by the branch, whose newest tip is what gets reviewed. */
function isAwaited(refs: readonly PushedRef[], answer: GateAnswer): (request: ReviewRequest) => boolean {
  const commits = new Set(answer.refs.map(({ commit }) => commit))
  const branches = new Set<string | null>(refs.map(({ localRef }) => localRef))
  return ({ commit, ref }) => commits.has(commit) || branches.has(ref)
}

/** A tip whose review is on its way, where some gate would rather wait for it than hold the push. */
function pendingTip(config: ResolvedConfig, answer: GateAnswer): string | null {
  const waits = new Set(config.gates.filter(gate => gate.whenPending === 'wait').map(gate => gate.name))
  const ref = answer.refs.find(
    ({ gates, loops }) =>
      gates.some(gate => waits.has(gate)) && loops.some(loop => loop.standing === 'pending'),
  )
  return ref?.commit ?? null
}
