import type { Refusal } from '../adapters/attestations/read.ts'
import type { LoopStanding } from '../domain/gate.ts'
import { oneLine } from '../domain/plain-text.ts'
import { short } from '../domain/snapshot.ts'
import type { RangeAnswer } from '../engine/verify-range.ts'
import { count } from '../messages.ts'
import type { Paint } from '../paint.ts'

interface Verified extends RangeAnswer {
  range: string
  commits: number
  /** What closes the gaps, in this order. */
  repair: string[]
  refused: Refusal[]
}

const MOST_SHOWN = 10

export function verifyText(verified: Verified, paint: Paint): string {
  const { range, commits, loops, gaps, refused } = verified
  const isCovered = gaps.length === 0
  const header = isCovered
    ? `${paint.green('✔')} ${oneLine(range)}: ${count(commits, 'commit')}, approved by ${loops.map(({ loop }) => loop).join(', ')}`
    : `${paint.red('✖')} ${oneLine(range)}: ${count(gaps.length, 'commit')} of ${commits} not covered`
  return [
    header,
    ...(isCovered ? [] : gapLines(verified)),
    ...shown(refused, 'Not counted', ({ ref, why }) => `${oneLine(ref)}: ${oneLine(why)}`),
  ].join('\n')
}

function gapLines({ loops, gaps, repair }: Verified): string[] {
  return [
    ...loops.filter(({ standing }) => standing !== 'approved').map(loop => `  ${loopLine(loop)}`),
    ...shown(gaps, 'Commits', oid => oid),
    '  To close it, where the work was done:',
    ...repair.map(line => `    ${line}`),
  ]
}

function loopLine({ loop, standing, commit, review }: LoopStanding): string {
  if (standing === 'stale')
    return `${loop}: ${short(commit)} was approved under another policy or against another base (review ${review})`
  return `${loop}: nothing that counts here approves ${short(commit)}`
}

function shown<T>(items: readonly T[], title: string, line: (item: T) => string): string[] {
  if (items.length === 0) return []
  const more = items.length - MOST_SHOWN
  return [
    `  ${title}:`,
    ...items.slice(0, MOST_SHOWN).map(item => `    ${line(item)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}
