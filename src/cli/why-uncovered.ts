import type { Carried, Refusal } from '../adapters/attestations/read.ts'
import type { LoopStanding } from '../domain/gate.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import { type Oid, short } from '../domain/snapshot.ts'

interface Known {
  loops: readonly ResolvedLoop[]
  carried: readonly Carried[]
  refused: readonly Refusal[]
  treeOf(commit: Oid): Oid | null
}

export interface Uncovered {
  loop: string
  why: string
  /** What is wrong with the signature, where nothing else is. */
  signature: Refusal['signature'] | null
}

/** Why a loop's approval is missed: what comes nearest to one, and what it lacks. */
export function whyUncovered(
  { loop, commit }: LoopStanding,
  { loops, carried, refused, treeOf }: Known,
): Uncovered {
  const policy = loops.find(({ name }) => name === loop)?.policy
  const ofTree = carried.filter(
    ({ attestation }) => attestation.loop === loop && attestation.snapshot.tree === treeOf(commit),
  )
  const same = ofTree.filter(({ attestation }) => attestation.policy === policy)
  const refusals = refused.filter(({ ref }) => same.some(one => one.ref === ref))
  const refusal = refusals.find(({ signature }) => signature) ?? refusals[0]
  const near = same.find(({ ref }) => ref === refusal?.ref) ?? same[0] ?? ofTree[0]
  const was = `${short(commit)} was approved in review ${near?.attestation.review}`
  const said = (why: string) => ({ loop, why, signature: refusal?.signature ?? null })
  if (!near) return said(`nothing that counts here approves ${short(commit)}`)
  if (refusal) return said(`${was}, but that does not count: ${refusal.why}`)
  if (same.length === 0) return said(`${was}, under another policy than the one here`)
  return said(`${was}, against another base (${short(near.attestation.snapshot.base)})`)
}
