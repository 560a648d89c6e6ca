import { answerOf, type GateAnswer, type RefAnswer } from './gate.ts'
import type { Allowed } from './journal.ts'

/**
 * The answer with the exceptions that are open applied: a ref that is held passes if its tip, a tag's as well, is exactly the
 * commit that somebody allowed. What stands against it stays named. One exception is enough for all refs of a push.
 */
export function withExceptions(answer: GateAnswer, open: readonly Allowed[]): GateAnswer {
  return answerOf(answer.refs.map(ref => ({ ...ref, ...passBy(ref, open) })))
}

function passBy(ref: RefAnswer, open: readonly Allowed[]): Partial<RefAnswer> {
  if (ref.effect !== 'block' || ref.commit === null) return {}
  // A looser policy goes only by the word of somebody who was shown just that; see gate-allow.ts for who that may be.
  const mayOpen = ({ loosened }: Allowed) => ref.loosened.every(how => loosened.includes(how))
  const found = open.find(one => one.commit === ref.commit && mayOpen(one))
  if (!found) return {}
  const { id, at, reason, who } = found
  return { effect: 'pass', exception: { id, at, reason, who } }
}

/** Each that the answer goes by, with the refs that pass by it. */
export function exceptionsIn({ refs }: GateAnswer): { id: string; commit: string; refs: string[] }[] {
  const byId = new Map<string, { id: string; commit: string; refs: string[] }>()
  for (const { ref, commit, exception } of refs) {
    if (!exception || commit === null) continue
    const known = byId.get(exception.id) ?? { id: exception.id, commit, refs: [] }
    byId.set(exception.id, { ...known, refs: [...known.refs, ref] })
  }
  return [...byId.values()]
}
