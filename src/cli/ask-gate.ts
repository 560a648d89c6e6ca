import { pushAddress } from '../adapters/git/address.ts'
import { answerOf, type GateAnswer, type PushedRef } from '../domain/gate.ts'
import type { ReviewRequest } from '../domain/request.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { checkGate, free } from '../engine/check-gate.ts'
import { notingReliance, type Reliance } from '../engine/note-reliance.ts'
import { askRemote, type Remote } from '../engine/remote.ts'
import { exceptionLines, gateText } from '../gate-messages.ts'
import type { Paint } from '../paint.ts'
import { timeWords } from '../wait-messages.ts'
import { adoptedAt, commandOf, type Project } from './compose.ts'
import { withConfig } from './config-at.ts'
import { requestsEverywhere } from './elsewhere.ts'
import { namesakesOf } from './namesakes.ts'
import { noticeMove } from './notice-move.ts'
import { guardPolicy } from './policy/guard.ts'
import { readTrouble } from './trouble.ts'
import { findConfig } from './use-config.ts'
import type { Patience } from './wait-for-review.ts'

export interface GateRequest {
  remote: string
  /** Where it is pushed to, if git said so. */
  url?: string
  refs: readonly PushedRef[]
  paintNow: () => Paint
  /** Asked by pre-push: what passes goes out, an exception is used up, and what is held goes into the journal. */
  pushing?: boolean
  /** Asked by hand, and nothing is about to be pushed. */
  onlyAsked?: boolean
  /** Another than usual, while it waits for a review. */
  patience?: Partial<Patience>
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
  const { remote, paintNow, pushing = false, onlyAsked = false } = request
  const url = request.url ?? pushAddress(project.door, remote)
  const there = askRemote(project.ports.git, url)
  const refs = pushing ? request.refs : await asThere(there, request.refs)
  const config = await findConfig(project)
  const policed = (commits: readonly string[]) => withConfig(project, commits)
  const namesakes = namesakesOf(project.door, config?.gates ?? [], { remote, url })
  const push = { remote, url, namesakes, refs, adopted: await adoptedAt(project), policed }
  const noted = config?.attestations.push ? notingReliance(project.ports) : null
  const known = noted ?? project.ports
  // What is pushed may be under review in another worktree.
  const world = { ...known, store: { ...known.store, requests: () => requestsEverywhere(project) } }
  // Switched off, nothing is asked of the commits; that it was switched off still is.
  const check = (asked: Remote) =>
    config?.enabled ? checkGate(world, config, { ...push, there: asked }) : answerOf(refs.map(free))
  const guarded = { refs, remote, url, there, config }
  const [holdLooser, checked] = await Promise.all([guardPolicy(project, guarded), check(there)])
  let answer = checked
  let waitedMs: number | null = null
  const pending = config && pendingTip(config, answer)
  if (pending) {
    const { waitForReview } = await import('./wait-for-review.ts')
    const awaited = { commit: pending, isAwaited: isAwaited(refs, answer), patience: request.patience }
    waitedMs = await waitForReview(project, awaited)
    // Minutes later it may have more.
    answer = await check(askRemote(project.ports.git, url))
  }
  answer = await holdLooser(answer)
  if (config === null && answer.allowed) answer = answerOf([])
  if (answer.refs.some(({ effect }) => effect !== 'pass')) {
    const { applyExceptions } = await import('./exceptions.ts')
    answer = await applyExceptions(project, answer, { remote, pushing })
  }
  if (!answer.allowed) {
    const { tellOrigins } = await import('./come-from.ts')
    answer = tellOrigins(project.door, answer, { remote, url })
  }
  noteAnswer(project, answer)
  await takeUp(project)
  const trouble = answer.allowed ? null : await readTrouble(project)
  const waited = waitedMs === null ? null : timeWords(waitedMs)
  const said = gateText(answer, { command: commandOf(project), paintNow, trouble, waited, onlyAsked })
  return {
    answer,
    text: [...(pushing ? exceptionLines(answer) : []), said].filter(Boolean).join('\n'),
    cargo:
      answer.allowed && noted && config
        ? { reliance: noted.reliance, signed: config.attestations.signed }
        : null,
  }
}

/** Asked by hand, nobody has said what the remote has under these names. One that cannot be asked says nothing. */
async function asThere(there: Remote, refs: readonly PushedRef[]): Promise<PushedRef[]> {
  const tips = await there.tips()
  const oidOf = (name: string) => tips.find(({ ref }) => ref === name)?.oid ?? null
  return refs.map(ref => ({ ...ref, remote: ref.remote ?? oidOf(ref.remoteRef) }))
}

/** Requests that lost their worker, whatever they are about, and a HEAD that nobody asked about: whoever comes by starts one. */
async function takeUp(project: Project): Promise<void> {
  await noticeMove(project)
  if ((await requestsEverywhere(project)).length === 0) return
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
