import type { Receipt } from '../../../domain/coverage.ts'
import type { GroupOutcome } from './ask-group.ts'
import type { ShownPiece } from './pack-files.ts'

/** A group of files, and what came of it. */
export interface AskedGroup {
  key: string
  pieces: readonly ShownPiece[]
  reused: boolean
  outcome: GroupOutcome
}

/** Only of what was answered: a question without an answer covers nothing. */
export const receiptsOf = (asked: readonly AskedGroup[]): Receipt[] =>
  asked
    .filter(({ outcome }) => outcome.failure === null)
    .map(({ key, pieces, reused, outcome }) => ({
      group: key.slice(0, 16),
      models: outcome.models,
      reused,
      files: pieces.map(({ path, digest, hunks }) => ({ file: path, digest, hunks })),
    }))
