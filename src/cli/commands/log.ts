import { namesIn } from '../../adapters/store/files.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { short } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { branchOf, outcomeWords, severities } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'

export interface LogOptions {
  limit?: string
  json?: boolean
}

/** `wingman log`: what was reviewed, the newest first. */
export async function log({ limit = '20', json }: LogOptions): Promise<number> {
  const { ports, at } = openProject()
  const reviews: Review[] = []
  // What was set aside stays named: somebody may look for it.
  const unreadable = (await namesIn(at.damaged)).filter(name => /^\d{8}-\d{9}-\w+$/.test(name))
  for (const id of (await ports.store.reviewIds()).slice(0, atMost(limit))) {
    const review = await ports.store.review(id).catch(() => null)
    if (review) reviews.push(review)
    else unreadable.push(id)
  }
  if (json) printJson({ version: 1, reviews, unreadable })
  else
    print(
      [...reviews.map(line), ...unreadable.map(id => `${id}  cannot be read`)].join('\n') ||
        'Nothing was reviewed yet.',
    )
  return EXIT.fine
}

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
