import { type Finding, inReadingOrder, type Severity } from '../../domain/finding.ts'
import { logLine, oneLine, plainText } from '../../domain/plain-text.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { findingLine, verdictLine } from '../../messages.ts'
import type { Paint } from '../../paint.ts'

/** The end of `run review` and `show`: what was found, then the verdict. */
export function textReport(review: Review, paint: Paint): string {
  const lines = inReadingOrder(findingsOf(review)).flatMap(finding => [
    `${mark(finding.severity, paint)} ${findingLine(finding)}`,
    ...(finding.fix ? [`    ${paint.dim(logLine(oneLine(finding.fix)))}`] : []),
    ...detailLines(finding).map(line => `    ${paint.dim(line)}`),
  ])
  const verdict =
    review.verdict === 'approved' ? paint.green(verdictLine(review)) : paint.red(verdictLine(review))
  const said = summaries(review).map(line => paint.dim(line))
  const above = [...lines, ...(lines.length > 0 && said.length > 0 ? [''] : []), ...said]
  return [...above, ...(above.length > 0 ? [''] : []), verdict].join('\n')
}

/** What models say of the whole, and what became of their findings. Words only: none of it decides anything. */
const summaries = ({ loops }: Review): string[] =>
  loops.flatMap(({ reviewers }) =>
    reviewers.flatMap(({ kind, reviewer, summary }) =>
      kind === 'model' && summary ? [logLine(oneLine(`${reviewer}: ${summary}`, MOST_SUMMARY))] : [],
    ),
  )

const MOST_SUMMARY = 400

const MOST_DETAIL = 12

/** What a command printed last, or why a model thinks so. */
function detailLines({ detail }: Finding): string[] {
  const lines = detail === null ? [] : plainText(detail).trimEnd().split('\n').map(logLine)
  return lines.length > MOST_DETAIL ? ['…', ...lines.slice(-MOST_DETAIL)] : lines
}

export function mark(severity: Severity, paint: Paint): string {
  const padded = severity.padEnd('suggestion'.length)
  return severity === 'critical'
    ? paint.red(padded)
    : severity === 'warning'
      ? paint.yellow(padded)
      : paint.dim(padded)
}
