import { randomBytes } from 'node:crypto'
import { link, lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reviewNamedIn } from '../../domain/report.ts'
import { codeOf, readIfThere } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'
import { noLongerAwaited } from './unanswered.ts'

export interface ReportFile {
  /** The review it names; null for a file that is not ours. */
  review: string | null
  writtenAt: Date
}

/** What lies there now; null when nothing does, or something that is no plain file of a folder of ours. */
export async function reportFile(at: Layout): Promise<ReportFile | null> {
  const folder = await lstat(at.reportFolder).catch(() => null)
  const file = await lstat(at.report).catch(() => null)
  if (!folder?.isDirectory() || !file?.isFile()) return null
  const text = await readIfThere(at.report)
  return text === null ? null : { review: reviewNamedIn(text), writtenAt: file.mtime }
}

/** Takes away the report of this review and no other: a newer one may have come since somebody looked. */
export async function takeAway(at: Layout, review: string): Promise<boolean> {
  const aside = join(at.reportFolder, `.tmp-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    await rename(at.report, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  const isThis = reviewNamedIn((await readIfThere(aside)) ?? '') === review
  if (isThis) await noLongerAwaited(at)
  else await link(aside, at.report).catch(() => {})
  await rm(aside, { force: true })
  return isThis
}

/** Somebody's own file makes room for ours under a name beside it, and is never written over. */
export async function makeRoom(at: Layout): Promise<string | null> {
  const there = await reportFile(at)
  if (!there || there.review !== null) return null
  for (let number = 1; ; number += 1) {
    const kept = join(at.reportFolder, `REVIEW.kept-${number}.md`)
    try {
      await link(at.report, kept)
      await rm(at.report)
      return kept
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
