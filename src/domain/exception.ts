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
  // No agent lets a looser policy go, whoever may open the gate otherwise.
  const mayOpen = ({ who }: Allowed) => ref.loosened.length === 0 || who.agent === null
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
