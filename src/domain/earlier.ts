import type { Finding } from './finding.ts'
import { findingsOf, type Review } from './review.ts'

/** Something that was raised before, and what became of it as far as the code tells. */
export interface Earlier {
  reviewer: string
  file: string | null
  title: string
  became: 'still there' | 'the code changed' | 'the file is no longer part of the change'
}

const MOST = 50

/** By the code alone: whether a change settles it is for the reviewer to say. */
export function whatBecame(
  review: Pick<Review, 'loops'>,
  textOf: (file: string) => string | null,
): Earlier[] {
  return findingsOf(review)
    .slice(0, MOST)
    .map(finding => ({
      reviewer: finding.reviewer,
      file: finding.file,
      title: finding.title,
      became: became(finding, textOf),
    }))
}

function became({ file, quote }: Finding, textOf: (file: string) => string | null): Earlier['became'] {
  if (file === null) return 'still there'
  const text = textOf(file)
  if (text === null) return 'the file is no longer part of the change'
  return quote !== null && squeeze(text).includes(squeeze(quote)) ? 'still there' : 'the code changed'
}

const squeeze = (text: string): string => text.replace(/^[+-]/gm, '').replace(/\s+/g, ' ').trim()
