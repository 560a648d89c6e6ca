import { CHARACTERS } from '../../../domain/cost.ts'
import { groupPieces } from '../../../domain/groups.ts'
import type { ModelReviewer } from '../../../domain/resolved-config.ts'
import type { Preview, ReviewWork } from '../../../ports.ts'
import type { OpenOptions } from '../../models/open-model.ts'
import { instructionsOf } from './instructions.ts'
import { packFiles } from './pack-files.ts'
import { promptFor } from './prompt-for.ts'
import { groupKey, knownGroup } from './remember.ts'
import { sit } from './sitting.ts'

/** Every question that a review would begin with. What follows (a second pass, words to be parsed) hangs on the answers. */
export async function preview(
  reviewer: ModelReviewer,
  work: ReviewWork,
  options: OpenOptions,
): Promise<Preview[]> {
  const models = reviewer.models.map(({ name }) => name)
  const instructions = await instructionsOf(reviewer, work)
  if (typeof instructions !== 'string') return [{ models, prompt: null, note: instructions.missing }]
  const packed = packFiles(work.files, work.room.diff * CHARACTERS)
  const groups = groupPieces(packed.shown, work.room.diff * CHARACTERS)
  return sit({ reviewer, work, instructions, options }, sitting =>
    Promise.all(
      groups.map(async (pieces, at) => {
        const known = !work.fresh && (await knownGroup(groupKey(pieces, sitting), work)) !== null
        const part = { at: at + 1, of: groups.length }
        const note = known ? 'answered before, so this would not be sent' : null
        return { models, prompt: await promptFor({ pieces, part, packed, sitting }), note }
      }),
    ),
  )
}
