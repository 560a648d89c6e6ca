import type { ResolvedLoop } from './resolved-config.ts'
import type { Trigger } from './trigger.ts'
import type { Verdict } from './verdict.ts'

/**
 * The loops of a run, in order: everything up to the last one that the trigger asks for. An earlier loop that the
 * trigger does not name is there because a later one starts only if it passed.
 */
export function loopsFor(loops: readonly ResolvedLoop[], trigger: Trigger): ResolvedLoop[] {
  const last = loops.findLastIndex(loop => loop.on.includes(trigger))
  return loops.slice(0, last + 1)
}

/** Everything up to the named loop: it too stands on the ones before it. */
export function loopsUpTo(loops: readonly ResolvedLoop[], name: string): ResolvedLoop[] {
  const at = loops.findIndex(loop => loop.name === name)
  return loops.slice(0, at + 1)
}

/** Whether the next loop may start. */
export const passed = (verdict: Verdict): boolean => verdict === 'approved'
