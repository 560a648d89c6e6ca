import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Review } from '../../domain/review.ts'
import { WingmanError } from '../../errors.ts'
import type { Log } from '../../ports.ts'
import { readIfThere } from './files.ts'
import type { Layout } from './layout.ts'
import { isNewer, newerThanUs } from './record-version.ts'
import { setAside } from './set-aside.ts'

/** A record, whole or not at all. A damaged one is set aside and counts as none; one of a newer wingman is left alone. */
export async function readReview(at: Layout, log: Log, id: string): Promise<Review | null> {
  // An id comes from the command line: it names a folder of ours and nothing else.
  if (!/^[\w-]+$/.test(id)) return null
  const path = at.review(id)
  const text = await readIfThere(path)
  if (text === null) return whenMissing(at, id)
  const reading = await parseReview(text)
  if ('review' in reading) return reading.review
  if (reading.newer !== null) throw newer(path, reading.newer)
  // The whole folder: what the reviewers printed belongs to it.
  const kept = await setAside(at, dirname(path))
  log.error('record.damaged', { review: id, bytes: text.length, aside: kept !== null })
  throw damaged(path, kept)
}

/** What was set aside is damaged still: whoever asks for it is told so, and not that it never was. */
function whenMissing(at: Layout, id: string): null {
  const kept = join(at.damaged, id)
  if (existsSync(kept)) throw damaged(at.review(id), kept)
  return null
}

type Reading = { review: Review } | { newer: number | null }

export async function parseReview(text: string): Promise<Reading> {
  const value = parseJson(text)
  const { reviewSchema } = await import('../../domain/review.schema.ts')
  const parsed = reviewSchema.safeParse(value)
  if (parsed.success) return { review: parsed.data }
  return { newer: isNewer(value) ? value.version : null }
}

function newer(path: string, version: number): WingmanError {
  return new WingmanError({
    code: 'E_NEWER',
    kind: 'undecided',
    message: `The record ${newerThanUs(path, version)}.`,
    hint: 'Update git-wingman here, for example with `npm install`. The record was left as it is.',
  })
}

function damaged(path: string, kept: string | null): WingmanError {
  return new WingmanError({
    code: 'E_DAMAGED',
    kind: 'undecided',
    message: `The record ${path} is damaged and counts as no review${kept ? `; it was set aside as ${kept}` : ''}.`,
    hint: 'Review again with `wingman run review --fresh`.',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
