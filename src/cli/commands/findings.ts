import { mark } from '../../adapters/reporters/text.ts'
import { type Finding, inReadingOrder } from '../../domain/finding.ts'
import type { Dismissed } from '../../domain/journal.ts'
import { findingsOf } from '../../domain/review.ts'
import { openNow } from '../../engine/decide.ts'
import { dismissalWords } from '../../gate-messages.ts'
import { count, findingLine } from '../../messages.ts'
import { commandOf, openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findReview } from '../find-review.ts'
import { paint, print, printJson } from '../io.ts'

export interface FindingsOptions {
  all?: boolean
  json?: boolean
}

/** `wingman findings`: what is open, of this branch's last review or of the one that is named. */
export async function findings(name: string | undefined, { all, json }: FindingsOptions): Promise<number> {
  const project = openProject()
  const { ports } = project
  const review = await openNow(ports, await findReview(ports, name))
  const open = inReadingOrder(findingsOf(review))
  const ids = new Set(review.loops.flatMap(({ dismissed = [] }) => dismissed))
  const dismissals = newestOf((await ports.store.dismissals()).filter(({ finding }) => ids.has(finding)))
  const command = commandOf(project)
  const { id, snapshot } = review
  if (json) printJson({ version: 1, review: id, commit: snapshot.commit, findings: open, dismissals })
  else
    print([...openLines(open, { id, command }), ...dismissedLines(dismissals, { all, command })].join('\n'))
  return EXIT.fine
}

/** One may have been dismissed in several contents. */
const newestOf = (dismissals: readonly Dismissed[]): Dismissed[] => [
  ...new Map(dismissals.map(one => [one.finding, one])).values(),
]

function openLines(open: readonly Finding[], { id, command }: { id: string; command: string }): string[] {
  if (open.length === 0) return [`Nothing is open in review ${id}.`]
  const how = `A person can dismiss one that is wrong: ${command} findings dismiss <id> --review ${id} --reason "…"`
  return [
    ...open.map(finding => `${finding.id}  ${mark(finding.severity, paint())}  ${findingLine(finding)}`),
    paint().dim(how),
  ]
}

function dismissedLines(
  dismissals: readonly Dismissed[],
  { all, command }: { all: boolean | undefined; command: string },
): string[] {
  if (dismissals.length === 0) return []
  const sum = `${count(dismissals.length, 'finding')} dismissed`
  if (!all) return [paint().dim(`${sum}: ${command} findings --all`)]
  return [`${sum}:`, ...dismissals.map(one => `  ${one.at.slice(0, 10)}  ${dismissalWords(one)}`)]
}
