import type { Finding } from './finding.ts'
import { type GateAnswer, type LoopStanding, type RefAnswer, type Standing, waitsFor } from './gate.ts'
import type { Oid } from './snapshot.ts'

/** One reason why a push is held. */
interface Blocker {
  ref: string
  /** Null when no review could help: what is pushed is no commit, or the policy itself asks for less. */
  loop: string | null
  standing: Standing | null
  commit: Oid | null
  reason: string | null
  /** The loop that comes first and did not pass: repair that one, and this one has its turn. */
  waitsFor: string | null
  findings: Finding[]
  /** In which ways the policy asks for less; empty where that is not why. */
  loosened: string[]
}

/** The gate's answer as `--json` prints it. */
export function gateDocument(answer: GateAnswer) {
  return {
    ...answer,
    /** The tip that was asked about; of several, the first. */
    head: answer.refs.find(({ commit }) => commit !== null)?.commit ?? null,
    blockers: answer.refs.filter(({ effect }) => effect === 'block').flatMap(blockersOf),
    refs: answer.refs.map(ref => ({
      ...ref,
      loops: ref.loops.map(withPassed),
      cameFrom: ref.cameFrom ?? null,
      exception: ref.exception ?? null,
    })),
  }
}

/** Whether it was approved; whether that holds the push is another question, which `effect` answers. */
const withPassed = <L extends LoopStanding>(loop: L) => ({ ...loop, passed: loop.standing === 'approved' })

function blockersOf(answer: RefAnswer): Blocker[] {
  const { ref, commit, note, loops, loosened } = answer
  const whole = { ref, loop: null, standing: null, commit, waitsFor: null, findings: [] }
  const looser = loosened.length > 0 ? [{ ...whole, reason: LOOSER, loosened }] : []
  const blocking = loops.filter(({ effect }) => effect === 'block')
  if (looser.length + blocking.length === 0) return [{ ...whole, reason: note, loosened: [] }]
  const held = blocking.map(loop => ({
    ref,
    loop: loop.loop,
    standing: loop.standing,
    commit: loop.commit,
    reason: loop.reason,
    waitsFor: waitsFor(answer, loop),
    findings: loop.findings,
    loosened: [],
  }))
  return [...looser, ...held]
}

const LOOSER = 'it goes by a looser review policy than the remote has: a person confirms that, on a terminal'

/** The same for `ship`: what would be pushed, and what came of it. */
export function shipDocument(answer: GateAnswer, gitExit: number | null) {
  const { head, blockers, refs } = gateDocument(answer)
  return {
    version: 1,
    ship: {
      allowed: answer.allowed,
      head,
      blockers,
      loops: refs.flatMap(({ ref, loops }) => loops.map(loop => ({ ref, ...loop }))),
      refs: refs.map(({ ref, commit, commits, effect, note, exception }) => ({
        ref,
        commit,
        commits,
        effect,
        note,
        exception,
      })),
      /** How `git push` ended; null when it was not started. */
      gitExit,
    },
  }
}
