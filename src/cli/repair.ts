import type { Refusal } from '../adapters/attestations/read.ts'
import { type Oid, short } from '../domain/snapshot.ts'
import { commandOf, type Project } from './compose.ts'
import type { FoundRange } from './find-range.ts'
import type { Required } from './required-loops.ts'
import type { Uncovered } from './why-uncovered.ts'

export interface Repair {
  title: string
  commands: string[]
}

interface Gap {
  base: Oid
  found: FoundRange
  required: Required
  uncovered: readonly Uncovered[]
  /** Only what is signed counts. */
  signed: boolean
  remote: string
}

/** What closes a gap, in words to type. */
export function repairOf(project: Project, gap: Gap): Repair {
  const { uncovered, found, signed } = gap
  const has = (...kinds: Refusal['signature'][]) =>
    uncovered.some(({ signature }) => kinds.includes(signature ?? undefined))
  if (uncovered.length > 0 && uncovered.every(({ signature }) => signature === 'no-signers'))
    return {
      title: 'To have it counted, say whose keys are trusted:',
      commands: [`${commandOf(project)} verify ${found.name} --require-signed --allowed-signers <file>`],
    }
  if (signed && has('stranger', 'broken'))
    return {
      title: 'To close it, add that key to those that are trusted; or have it reviewed by somebody who is:',
      // The same review is signed once: who signs as somebody else needs one of their own.
      commands: reviewAndAttest(project, gap, { fresh: true, sign: true }),
    }
  return {
    title: 'To close it, where the work was done:',
    commands: reviewAndAttest(project, gap, { sign: signed }),
  }
}

export function reviewAndAttest(
  project: Project,
  { base, found, required, remote }: Pick<Gap, 'base' | 'found' | 'required' | 'remote'>,
  { fresh = false, sign = false }: { fresh?: boolean; sign?: boolean },
): string[] {
  const range = `${short(base)}..${short(found.tip.oid)}`
  const loop = required.upTo ? ` --loop ${required.upTo}` : ''
  const to = remote === 'origin' ? '' : ` --remote ${remote}`
  return [
    `${commandOf(project)} run review --range ${range}${loop}${fresh ? ' --fresh' : ''}`,
    `${commandOf(project)} attest ${range}${sign ? ' --sign' : ''}${to}`,
  ]
}
