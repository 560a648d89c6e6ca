import { mark } from '../../adapters/reporters/text.ts'
import { openIn } from '../../domain/dismissal.ts'
import { type Finding, inReadingOrder } from '../../domain/finding.ts'
import type { Dismissed } from '../../domain/journal.ts'
import { findingsOf } from '../../domain/review.ts'
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
  const review = await findReview(project.ports, name)
  const known = await project.ports.store.dismissals()
  const looked = openIn(review, known)
  const open = inReadingOrder(findingsOf(looked))
  const ids = new Set(looked.loops.flatMap(({ dismissed = [] }) => dismissed))
  const dismissals = known.filter(({ finding }) => ids.has(finding))
  const { id, snapshot } = review
  if (json) printJson({ version: 1, review: id, commit: snapshot.commit, findings: open, dismissals })
  else
    print(
      [
        ...openLines(open, id, commandOf(project)),
        ...dismissedLines(dismissals, { all, command: commandOf(project) }),
      ].join('\n'),
    )
  return EXIT.fine
}

function openLines(open: readonly Finding[], review: string, command: string): string[] {
  if (open.length === 0) return [`Nothing is open in review ${review}.`]
  return [
    ...open.map(finding => `${finding.id}  ${mark(finding.severity, paint())}  ${findingLine(finding)}`),
    paint().dim(`A person can dismiss one that is wrong: ${command} findings dismiss <id> --reason "…"`),
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
