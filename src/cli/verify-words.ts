import type { Refusal } from '../adapters/attestations/read.ts'
import { oneLine } from '../domain/plain-text.ts'
import { short } from '../domain/snapshot.ts'
import type { RangeAnswer } from '../engine/verify-range.ts'
import { count } from '../messages.ts'
import type { Paint } from '../paint.ts'
import type { FoundRange } from './find-range.ts'
import type { Repair } from './repair.ts'
import type { Uncovered } from './why-uncovered.ts'

export interface Verified extends RangeAnswer {
  found: FoundRange
  uncovered: Uncovered[]
  /** What closes the gaps, in this order. */
  repair: Repair
  refused: Refusal[]
}

const MOST_SHOWN = 10

export function verifyText(verified: Verified, paint: Paint): string {
  return [
    ...answerLines(verified, paint),
    ...shown(verified.refused, 'Not counted', ({ ref, why }) => `${oneLine(ref)}: ${oneLine(why)}`),
  ].join('\n')
}

function answerLines(verified: Verified, paint: Paint): string[] {
  const { found, loops, gaps, unsure } = verified
  const range = oneLine(found.name)
  const all = found.news.length
  if (gaps.length > 0)
    return [
      `${paint.red('✖')} ${range}: ${count(gaps.length, 'commit')} of ${all} not covered`,
      ...gapLines(verified),
    ]
  if (unsure.length > 0) return [`${paint.yellow('?')} ${range}: it cannot be told`, ...unsureLines(verified)]
  const names = loops.map(({ loop }) => loop).join(', ')
  return [`${paint.green('✔')} ${range}: ${count(all, 'commit')}, approved by ${names}`]
}

function gapLines({ uncovered, gaps, repair }: Verified): string[] {
  return [
    ...uncovered.map(({ loop, why }) => `  ${loop}: ${oneLine(why)}`),
    ...shown(gaps, 'Commits', oid => oid),
    ...repairLines(repair),
  ]
}

function unsureLines({ found, unsure, repair }: Verified): string[] {
  return [
    `  It is approved, but against a base that is older than ${short(found.from)}, where the range begins. If the default branch was there`,
    '  already, this may undo what it had got since, unseen; what that branch was before is not known here.',
    ...shown(unsure, 'Commits', oid => oid),
    ...repairLines(repair),
  ]
}

const repairLines = ({ title, commands }: Repair): string[] => [
  `  ${title}`,
  ...commands.map(line => `    ${line}`),
]

function shown<T>(items: readonly T[], title: string, line: (item: T) => string): string[] {
  if (items.length === 0) return []
  const more = items.length - MOST_SHOWN
  return [
    `  ${title}:`,
    ...items.slice(0, MOST_SHOWN).map(item => `    ${line(item)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}
