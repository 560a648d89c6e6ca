import { writeEntry } from '../../adapters/store/journal.ts'
import { aboutFinding, isDismissible } from '../../domain/dismissal.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Dismissed, tameReason } from '../../domain/journal.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { isDismissed, type Review, reviewId } from '../../domain/review.ts'
import { changeOf, openNow } from '../../engine/decide.ts'
import { WingmanError } from '../../errors.ts'
import { dismissalWords } from '../../gate-messages.ts'
import { findingLine } from '../../messages.ts'
import { needPerson, whoIsCalling } from '../caller.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findReview } from '../find-review.ts'
import { paint, print, printJson } from '../io.ts'

export interface DismissOptions {
  reason?: string
  review?: string
  json?: boolean
}

/**
 * `wingman findings dismiss <finding> --reason "…"`: a person says that it is wrong, as it stands in the last review of this branch
 * or in the one that is named. Refuses in this order: no such finding, a command's, an agent, no terminal, no reason.
 */
export async function findingsDismiss(id: string, options: DismissOptions): Promise<number> {
  const project = openProject()
  const review = await openNow(project.ports, await findReview(project.ports, options.review))
  const { finding, isOpen } = findingIn(review, id, commandOf(project))
  if (!isOpen) return dismissedAlready(id, options)
  needPerson('dismiss a finding', ONLY_A_PERSON)
  const dismissal = await keep(project, { finding, review, reason: reasonIn(options) })
  await layWithout(project, review)
  if (options.json) printJson({ version: 1, dismissal })
  else print(dismissed(finding, dismissal, commandOf(project)))
  return EXIT.fine
}

const ONLY_A_PERSON =
  'A person types it in a terminal of their own. An agent fixes what was found, or tells the person why it is wrong.'

function findingIn(review: Review, id: string, command: string): { finding: Finding; isOpen: boolean } {
  for (const loop of review.loops)
    for (const { kind, findings } of loop.reviewers) {
      const finding = findings.find(one => one.id === id)
      if (finding && !isDismissible(kind)) throw saidByCommand(finding, command)
      if (finding) return { finding, isOpen: !isDismissed(loop, finding) }
    }
  throw new WingmanError({
    code: 'E_NOT_FOUND',
    message: `The review ${review.id} has no finding \`${oneLine(id)}\`.`,
    hint: `See the ids of what is open: \`${command} findings\`. Of another review: \`--review <id>\`.`,
  })
}

const saidByCommand = ({ reviewer }: Finding, command: string): WingmanError =>
  new WingmanError({
    code: 'E_USAGE',
    message: `${oneLine(reviewer)} is a command, and what it says is no opinion: it is mended, not dismissed.`,
    hint: `If this commit is to go out all the same, a person opens the gate once: \`${command} gate allow --reason "…"\`.`,
  })

function dismissedAlready(id: string, { json }: DismissOptions): number {
  const note = `${id} is dismissed already.`
  if (json) printJson({ version: 1, dismissal: null, note })
  else print(note)
  return EXIT.fine
}

function reasonIn({ reason = '' }: DismissOptions): string {
  const tamed = tameReason(reason)
  if (tamed !== '') return tamed
  throw new WingmanError({
    code: 'E_USAGE',
    message: 'A dismissal needs a reason, which is kept with your name.',
    hint: 'Write it as `wingman findings dismiss f-… --reason "why it is wrong"`.',
  })
}

interface Wanted {
  finding: Finding
  review: Review
  reason: string
}

async function keep({ at, door, ports }: Project, { finding, review, reason }: Wanted): Promise<Dismissed> {
  const now = ports.clock.now()
  const { id, snapshot } = review
  const { commit, digest } = snapshot
  const change = finding.file === null ? null : await changeOf(ports.git, snapshot, finding.file)
  const dismissal: Dismissed = {
    version: 1,
    kind: 'dismissed',
    id: reviewId(now, ports.nonce()),
    at: now.toISOString(),
    ...aboutFinding(finding, { review: id, commit, digest, change }),
    reason,
    who: await whoIsCalling(door),
  }
  await writeEntry(at.journal, dismissal)
  ports.log.info('finding.dismissed', { finding: finding.id, rule: finding.rule })
  return dismissal
}

/** What the agent reads no longer asks for it. Only a view: that it cannot be written changes nothing. */
async function layWithout({ ports }: Project, review: Review): Promise<void> {
  const { branch } = review.snapshot
  const latest = branch && (await ports.store.latest(branch).catch(() => null))
  if (!latest || latest.review !== review.id) return
  await ports.desk.lay(await openNow(ports, review)).catch(() => {})
}

function dismissed(finding: Finding, dismissal: Dismissed, command: string): string {
  return [
    paint().yellow(`Dismissed: ${dismissalWords(dismissal)}`),
    `  ${findingLine(finding)}`,
    'It counts for this file as it was shown: once the file changes, what is still found in it counts again.',
    `Loops that waited for this one: ${command} run review. Take it back: ${command} findings reopen ${finding.id}`,
  ].join('\n')
}
