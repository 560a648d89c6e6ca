import { mark } from '../../adapters/reporters/text.ts'
import { inReadingOrder } from '../../domain/finding.ts'
import { findingsOf } from '../../domain/review.ts'
import { findingLine } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findReview } from '../find-review.ts'
import { paint, print, printJson } from '../io.ts'

/** `wingman findings`: what is open, of this branch's last review or of the one that is named. */
export async function findings(name: string | undefined, { json }: { json?: boolean }): Promise<number> {
  const { ports } = openProject()
  const review = await findReview(ports, name)
  const open = inReadingOrder(findingsOf(review))
  if (json) printJson({ version: 1, review: review.id, commit: review.snapshot.commit, findings: open })
  else if (open.length === 0) print(`Nothing is open in review ${review.id}.`)
  else
    print(
      open
        .map(finding => `${finding.id}  ${mark(finding.severity, paint())}  ${findingLine(finding)}`)
        .join('\n'),
    )
  return EXIT.fine
}
