import { writeEntry } from '../../adapters/store/journal.ts'
import { aboutFinding, openIn } from '../../domain/dismissal.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Dismissed, tameReason } from '../../domain/journal.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { findingsOf, type Review, reviewId } from '../../domain/review.ts'
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
 * `wingman findings dismiss <finding> --reason "…"`: a person says that it is wrong. Refuses in this order: no such finding, an
 * agent, no terminal, no reason.
 */
export async function findingsDismiss(id: string, options: DismissOptions): Promise<number> {
  const project = openProject()
  const { finding, review } = await findFinding(project, id, options.review)
  needPerson('dismiss a finding', ONLY_A_PERSON)
  const dismissal = await keep(project, { finding, review, reason: reasonIn(options) })
  await layWithout(project, review)
  if (options.json) printJson({ version: 1, dismissal })
  else print(dismissed(finding, dismissal, commandOf(project)))
  return EXIT.fine
}

/** `wingman findings reopen <finding>`: asks for more, so whoever types it may. */
export async function findingsReopen(id: string, { json }: { json?: boolean }): Promise<number> {
  const project = openProject()
  const { at, door, ports } = project
  const theirs = (await ports.store.dismissals()).filter(({ finding }) => finding === id)
  if (theirs.length === 0) throw notDismissed(id, commandOf(project))
  const who = await whoIsCalling(door)
  for (const { id: dismissal, finding } of theirs) {
    const taken = {
      version: 1,
      kind: 'reopened',
      id: dismissal,
      at: ports.clock.now().toISOString(),
    } as const
    await writeEntry(at.journal, { ...taken, finding, who })
    ports.log.info('finding.reopened', { finding })
  }
  if (json) printJson({ version: 1, reopened: theirs.map(one => one.id) })
  else print(`${id} counts again.`)
  return EXIT.fine
}

const ONLY_A_PERSON =
  'A person types it in a terminal of their own. An agent fixes what was found, or tells the person why it is wrong.'

/** In the review that is named, else in the newest one that has it. */
async function findFinding(project: Project, id: string, named: string | undefined) {
  const { store } = project.ports
  const ids = named === undefined ? (await store.reviewIds()).slice(0, FAR_BACK) : [named]
  for (const name of ids) {
    const review =
      named === undefined ? await store.review(name).catch(() => null) : await findReview(project.ports, name)
    const finding = review && findingsOf(review).find(one => one.id === id)
    if (review && finding) return { finding, review }
  }
  const where = named === undefined ? 'No review here has' : `The review ${oneLine(named)} does not have`
  throw new WingmanError({
    code: 'E_NOT_FOUND',
    message: `${where} a finding \`${oneLine(id)}\`.`,
    hint: `See the ids of what is open: \`${commandOf(project)} findings\`.`,
  })
}

const FAR_BACK = 200

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
  const dismissal: Dismissed = {
    version: 1,
    kind: 'dismissed',
    id: reviewId(now, ports.nonce()),
    at: now.toISOString(),
    ...aboutFinding(finding, review.snapshot),
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
  await ports.desk.lay(openIn(review, await ports.store.dismissals())).catch(() => {})
}

function dismissed(finding: Finding, dismissal: Dismissed, command: string): string {
  return [
    paint().yellow(`Dismissed: ${dismissalWords(dismissal)}`),
    `  ${findingLine(finding)}`,
    'It holds no push of this code any more. The same words in another place, or worse ones, count as before.',
    `Loops that waited for this one: ${command} run review. Take it back: ${command} findings reopen ${finding.id}`,
  ].join('\n')
}

const notDismissed = (id: string, command: string): WingmanError =>
  new WingmanError({
    code: 'E_NOT_FOUND',
    message: `No dismissal of \`${oneLine(id)}\` counts here.`,
    hint: `See what was dismissed: \`${command} findings --all\`.`,
  })
