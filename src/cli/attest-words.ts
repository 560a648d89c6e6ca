import type { Kept } from '../adapters/attestations/keep.ts'
import { oneLine } from '../domain/plain-text.ts'
import { short } from '../domain/snapshot.ts'
import { count } from '../messages.ts'
import type { FoundRange } from './find-range.ts'

export interface Attested {
  found: FoundRange
  remote: string
  kept: readonly Kept[]
  /** The refs that the remote had not. */
  pushed: readonly string[]
  gaps: readonly string[]
  /** What closes the gaps. */
  repair: readonly string[]
}

/** What happened to each, in a line. */
export function attestText(attested: Attested): string {
  const { found, remote, kept, pushed, gaps, repair } = attested
  const news = pushed.length === kept.length ? '' : `, ${pushed.length} of them new there`
  const header =
    kept.length === 0
      ? `nothing in it is approved here, so nothing was pushed to ${oneLine(remote)}.`
      : `${count(kept.length, 'attestation')} at ${oneLine(remote)}${news}.`
  return [
    `${oneLine(found.name)}: ${header}`,
    ...kept.map(one => `  ${lineOf(one, attested)}`),
    ...gaps.map(oid => `  ${short(oid)}: not approved`),
    ...(gaps.length > 0
      ? ['To have it reviewed, and then carried:', ...repair.map(line => `  ${line}`)]
      : []),
  ].join('\n')
}

function lineOf({ ref, attestation, isNew }: Kept, { found, remote, pushed }: Attested): string {
  const { loop, snapshot, review } = attestation
  const end = found.news.find(({ tree }) => tree === snapshot.tree)?.oid ?? snapshot.commit ?? snapshot.tree
  const what = `${short(snapshot.base)}..${short(end)}: approved by ${loop} (review ${review})`
  if (!pushed.includes(ref)) return `${what}, and ${oneLine(remote)} had it already`
  return `${what}, ${isNew ? 'made' : 'made before'} and pushed to ${oneLine(remote)}`
}
