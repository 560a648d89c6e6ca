import { createHash } from 'node:crypto'
import type { ReviewWork } from '../../../ports.ts'
import { answerJsonSchema } from './answer.schema.ts'
import type { GroupOutcome } from './ask-group.ts'
import { type KeptGroup, keptGroupSchema } from './group-outcome.schema.ts'
import type { ShownPiece } from './pack-files.ts'
import type { Sitting } from './sitting.ts'

/** Raised when an answer of before would not be one now. */
const FORMAT = 2

/**
 * Everything that an answer hangs on: who is asked, what for, in which shape, about which change. Not the commit messages, the
 * results of commands or what was raised before: they differ in every round, and then nothing would ever be known.
 */
export function groupKey(pieces: readonly ShownPiece[], { reviewer, instructions, work }: Sitting): string {
  const { models, parse, verify, paths } = reviewer
  const asked = { models, parse, verify, paths, instructions, focus: work.focus, schema: answerJsonSchema() }
  const files = pieces.map(({ path, digest, text }) => [path, digest, text])
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, asked, files]))
    .digest('hex')
}

export async function knownGroup(
  key: string,
  { answers }: Pick<ReviewWork, 'answers'>,
): Promise<KeptGroup | null> {
  return keptGroupSchema.safeParse(await answers.answer(key)).data ?? null
}

/** Only what everybody answered: a failure is tried again. What cannot be kept is asked again, and stands for this review. */
export async function keepGroup(
  key: string,
  outcome: GroupOutcome,
  { answers }: Pick<ReviewWork, 'answers'>,
): Promise<void> {
  const { claim, summary, models, findings, failure } = outcome
  if (failure !== null || claim === null) return
  const kept: KeptGroup = { version: 1, claim, summary, models, findings }
  await answers.keepAnswer(key, kept).catch(() => {})
}
