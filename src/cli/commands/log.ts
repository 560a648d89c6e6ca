import { namesIn } from '../../adapters/store/files.ts'
import { readJournal } from '../../adapters/store/journal.ts'
import type { Bypassed, Used } from '../../domain/journal.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { short } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { bypassWords, usedWords } from '../../gate-messages.ts'
import { branchOf, outcomeWords, severities } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'
import { noticeBypasses } from '../notice-bypasses.ts'

export interface LogOptions {
  limit?: string
  cost?: boolean
  json?: boolean
}

/** `wingman log`: what was reviewed, the newest first. */
export async function log({ limit = '20', cost, json }: LogOptions): Promise<number> {
  if (cost) return (await import('./log-cost.ts')).logCost(atMost(limit), json ?? false)
  const project = openProject()
  const { ports, at } = project
  await noticeBypasses(project)
  const reviews: Review[] = []
  // What was set aside stays named: somebody may look for it.
  const unreadable = (await namesIn(at.damaged)).filter(name => /^\d{8}-\d{9}-\w+$/.test(name))
  for (const id of (await ports.store.reviewIds()).slice(0, atMost(limit))) {
    const review = await ports.store.review(id).catch(() => null)
    if (review) reviews.push(review)
    else unreadable.push(id)
  }
  const pushes = await pushesSince(
    at.journal,
    reviews.length < atMost(limit) ? '' : (reviews.at(-1)?.startedAt ?? ''),
  )
  if (json) printJson({ version: 1, reviews, pushes, unreadable })
  else
    print(
      [...inOrder(reviews, pushes), ...unreadable.map(id => `${id}  cannot be read`)].join('\n') ||
        'Nothing was reviewed yet.',
    )
  return EXIT.fine
}

/** Those that the gate did not simply let go: past it, or by an exception. Between the reviews that are shown. */
async function pushesSince(journal: string, since: string): Promise<(Bypassed | Used)[]> {
  const { entries } = await readJournal(journal)
  return entries.filter(
    (entry): entry is Bypassed | Used =>
      (entry.kind === 'bypassed' || entry.kind === 'used') && entry.at >= since,
  )
}

function inOrder(reviews: readonly Review[], pushes: readonly (Bypassed | Used)[]): string[] {
  const lines = [
    ...reviews.map(review => ({ at: review.startedAt, text: line(review) })),
    ...pushes.map(push => ({ at: push.at, text: paint().red(pushLine(push)) })),
  ]
  return lines.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ text }) => text)
}

const pushLine = (push: Bypassed | Used): string =>
  push.kind === 'bypassed' ? bypassWords(push) : usedWords(push)

function atMost(limit: string): number {
  if (/^[1-9]\d*$/.test(limit)) return Number(limit)
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${limit}\` is not a number of reviews.`,
    hint: 'Write it as `--limit 20`.',
  })
}

function line(review: Review): string {
  const { green, red } = paint()
  const findings = findingsOf(review)
  const words = outcomeWords(review)
  return [
    review.id,
    short(review.snapshot.commit),
    branchOf(review.snapshot),
    review.trigger,
    review.verdict === 'approved' ? green(words) : red(words),
    findings.length > 0 ? severities(findings) : '',
  ]
    .filter(Boolean)
    .join('  ')
}
