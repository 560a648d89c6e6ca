import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { readAnyway } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'

// An agent says that it has dealt with a report by deleting it. We take reports away as well, and lay others over them: then
// nothing is awaited any more, and a report that is gone says nothing.

export const awaitAnswer = ({ unanswered }: Layout, review: string): void =>
  writeFileSync(unanswered, `${review}\n`)

export const noLongerAwaited = async ({ unanswered }: Layout): Promise<void> =>
  rmSync(unanswered, { force: true })

/** Notes that the report was deleted by whoever it was handed to; answers of which review. */
export async function noteAnswer(at: Layout, now: Date): Promise<string | null> {
  const review = (await readAnyway(at.unanswered))?.trim()
  if (!review || !/^[\w-]+$/.test(review) || existsSync(at.report)) return null
  const answer = { version: 1, review, at: now.toISOString(), by: 'deleting the report' }
  writeFileSync(at.acknowledged(review), `${JSON.stringify(answer)}\n`)
  await noLongerAwaited(at)
  return review
}
