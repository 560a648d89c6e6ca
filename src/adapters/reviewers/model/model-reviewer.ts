import { addCosts, CHARACTERS } from '../../../domain/cost.ts'
import type { Coverage } from '../../../domain/coverage.ts'
import { groupPieces } from '../../../domain/groups.ts'
import { CLAIMS, type ReviewerReport } from '../../../domain/outcome.ts'
import type { ModelReviewer } from '../../../domain/resolved-config.ts'
import { sentenceOf } from '../../../errors.ts'
import type { Reviewer, ReviewWork } from '../../../ports.ts'
import { LIMITS } from '../../models/asker.ts'
import type { OpenOptions } from '../../models/open-model.ts'
import { finished, unfinished } from '../report.ts'
import { askGroup } from './ask-group.ts'
import { type AskedGroup, receiptsOf } from './asked-group.ts'
import { findSteering } from './find-steering.ts'
import { inTurns } from './in-turns.ts'
import { instructionsOf } from './instructions.ts'
import { type Packed, packFiles, type ShownPiece } from './pack-files.ts'
import { preview } from './preview.ts'
import { promptFor } from './prompt-for.ts'
import { groupKey, keepGroup, knownGroup } from './remember.ts'
import { type Sitting, sit } from './sitting.ts'

export type ModelOptions = Pick<OpenOptions, 'repository'> & Partial<OpenOptions>

/** One model or several, behind agents' CLIs or APIs. They report; wingman decides. */
export function modelReviewer(reviewer: ModelReviewer, options: ModelOptions): Reviewer {
  const given = { ...LIMITS, ...options }
  return {
    name: reviewer.name,
    start: work => review(reviewer, work, given),
    preview: work => preview(reviewer, work, given),
  }
}

async function review(
  reviewer: ModelReviewer,
  work: ReviewWork,
  options: OpenOptions,
): Promise<ReviewerReport> {
  if (work.signal.aborted) return unfinished(work, { state: 'cancelled', reason: 'cancelled' })
  if (reviewer.models.length === 0)
    return unfinished(work, { state: 'missing', reason: 'no model is configured' })
  const instructions = await instructionsOf(reviewer, work)
  if (typeof instructions !== 'string')
    return unfinished(work, { state: 'missing', reason: instructions.missing })
  const packed = packFiles(work.files, work.room.diff * CHARACTERS)
  const groups = groupPieces(packed.shown, work.room.diff * CHARACTERS)
  try {
    const asked = await sit({ reviewer, work, instructions, options }, sitting =>
      inTurns(groups, (pieces, at) => askOrKnow(pieces, { at: at + 1, of: groups.length, packed, sitting })),
    )
    return reportOf(asked, { work, packed })
  } catch (error) {
    return unfinished(work, { state: 'failed', reason: sentenceOf(error) })
  }
}

interface Place {
  at: number
  of: number
  packed: Packed
  sitting: Sitting
}

/** What was answered before is not asked again. */
async function askOrKnow(pieces: ShownPiece[], { at, of, packed, sitting }: Place): Promise<AskedGroup> {
  const { work } = sitting
  const key = groupKey(pieces, sitting)
  const known = work.fresh ? null : await knownGroup(key, work)
  if (known)
    return { key, pieces, reused: true, outcome: { ...known, failure: null, cost: null, output: '' } }
  const prompt = await promptFor({ pieces, part: { at, of }, packed, sitting })
  const outcome = await askGroup({ pieces, prompt }, sitting)
  await keepGroup(key, outcome, work)
  return { key, pieces, reused: false, outcome }
}

function reportOf(
  asked: readonly AskedGroup[],
  { work, packed }: { work: ReviewWork; packed: Packed },
): ReviewerReport {
  const steering = findSteering(work)
  const outcomes = asked.map(({ outcome }) => outcome)
  const coverage = coverageOf(asked, { work, packed })
  const said = {
    claim: strictest(outcomes.map(({ claim }) => claim)),
    summary:
      outcomes
        .map(({ summary }) => summary)
        .filter(Boolean)
        .join(' ') || null,
    findings: [...steering, ...outcomes.flatMap(({ findings }) => findings)],
    coverage,
    cost: addCosts(outcomes.map(({ cost }) => cost)),
    output: outcomes
      .map(({ output }) => output)
      .filter(Boolean)
      .join('\n'),
  }
  if (asked.length === 0) {
    // Nothing was asked, so nothing is claimed of what should have been seen.
    const claim = coverage.missed.length === 0 ? 'approved' : null
    return finished(work, {
      ...said,
      claim,
      summary: 'There is nothing in the change that a model can read.',
    })
  }
  const failure = outcomes.find(outcome => outcome.failure !== null)?.failure
  return failure ? { ...finished(work, said), ...failure } : finished(work, said)
}

function coverageOf(
  asked: readonly AskedGroup[],
  { work, packed }: { work: ReviewWork; packed: Packed },
): Coverage {
  const failed = new Map(
    asked
      .flatMap(({ pieces, outcome }) => pieces.map(({ path }) => [path, outcome.failure?.reason] as const))
      .filter(([, why]) => why),
  )
  const shown = [...new Set(packed.shown.map(({ path }) => path))]
  return {
    covered: shown.filter(path => !failed.has(path)),
    ignored: [...work.ignored, ...packed.ignored],
    missed: [...packed.missed, ...[...failed].map(([file, reason = '']) => ({ file, reason }))],
    ...(asked.length > 0 ? { receipts: receiptsOf(asked) } : {}),
  }
}

/** A group that nobody answered for claims nothing, and its failure speaks. */
function strictest(claims: readonly ReviewerReport['claim'][]): ReviewerReport['claim'] {
  const ranks = claims.filter(claim => claim !== null).map(claim => CLAIMS.indexOf(claim))
  return ranks.length === 0 ? null : (CLAIMS[Math.max(...ranks)] ?? null)
}
