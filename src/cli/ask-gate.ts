import type { GateAnswer, PushedRef } from '../domain/gate.ts'
import type { ReviewRequest } from '../domain/request.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { checkGate } from '../engine/check-gate.ts'
import { exceptionLines, gateText, waiting } from '../gate-messages.ts'
import type { Paint } from '../paint.ts'
import { adoptedAt, commandOf, type Project } from './compose.ts'
import { configFor } from './no-config.ts'
import { readTrouble } from './trouble.ts'

export interface GateRequest {
  remote: string
  refs: readonly PushedRef[]
  paintNow: () => Paint
  /** Asked by pre-push: what passes goes out, an exception is used up, and what is held goes into the journal. */
  pushing?: boolean
}

export interface GateReply {
  answer: GateAnswer
  /** What to print; empty when there is nothing to say. */
  text: string
}

/** The gate's answer, after waiting for a review that is under way if the policy says so. */
export async function askGate(project: Project, request: GateRequest): Promise<GateReply> {
  const { remote, refs, paintNow, pushing = false } = request
  const config = await configFor(project, { remote, refs })
  if (!config?.enabled) return { answer: { version: 1, allowed: true, refs: [] }, text: '' }
  const push = { remote, refs, adopted: await adoptedAt(project) }
  let answer = await checkGate(project.ports, config, push)
  const pending = pendingTip(config, answer)
  if (pending) {
    process.stderr.write(`${waiting(pending)}\n`)
    const { waitForReview } = await import('./wait-for-review.ts')
    await waitForReview(project, isAwaited(refs, answer))
    answer = await checkGate(project.ports, config, push)
  }
  if (answer.refs.some(({ effect }) => effect !== 'pass')) {
    const { applyExceptions } = await import('./exceptions.ts')
    answer = await applyExceptions(project, answer, { remote, pushing })
  }
  noteAnswer(project, answer)
  await takeUp(project)
  const trouble = answer.allowed ? null : await readTrouble(project)
  const said = gateText(answer, { command: commandOf(project), paintNow, trouble })
  return { answer, text: [...(pushing ? exceptionLines(answer) : []), said].filter(Boolean).join('\n') }
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
