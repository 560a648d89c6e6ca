import { CHARACTERS } from '../../../domain/cost.ts'
import type { Packed, ShownPiece } from './pack-files.ts'
import { buildPrompt } from './prompt.ts'
import type { Sitting } from './sitting.ts'

interface Asked {
  pieces: readonly ShownPiece[]
  part: { at: number; of: number }
  packed: Packed
  sitting: Pick<Sitting, 'work' | 'instructions' | 'nonce'>
}

/** The prompt of one group, with everything that is known. */
export async function promptFor({ pieces, part, packed, sitting }: Asked): Promise<string> {
  const { work, instructions, nonce } = sitting
  const { messages, focus, files, ignored, room } = work
  return buildPrompt({
    instructions,
    focus,
    messages,
    background: await work.background(),
    files,
    shown: pieces,
    part,
    omitted: [...ignored, ...packed.ignored, ...packed.missed],
    room: room.rest * CHARACTERS,
    nonce: nonce(),
  })
}
