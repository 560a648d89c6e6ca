import { systemClock } from '../../adapters/clock.ts'
import { noteAnswer } from '../../adapters/desk/unanswered.ts'
import { openExceptions, readJournal } from '../../adapters/store/journal.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import { atWorkIn } from '../../adapters/store/progress.ts'
import { allSessions } from '../../adapters/store/sessions.ts'
import { switchedBy, switchedOff } from '../../adapters/store/switch.ts'
import { type Allowed, type Bypassed, whoWords } from '../../domain/journal.ts'
import { oneLine, plainText } from '../../domain/plain-text.ts'
import type { Stale } from '../../domain/report.ts'
import { findingsOf, type Review } from '../../domain/review.ts'
import { isAlive, type Session } from '../../domain/session.ts'
import { type Oid, type Snapshot, short } from '../../domain/snapshot.ts'
import { openNow } from '../../engine/decide.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { bypassWords, exceptionWords, noGates } from '../../gate-messages.ts'
import { count, judgementWords, OFF_FOR_ALL, severities } from '../../messages.ts'
import { atWorkWords } from '../../wait-messages.ts'
import { agentHooks } from '../agents/agent-hooks.ts'
import { handedOverTo } from '../agents/handed-over.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { workElsewhere } from '../elsewhere.ts'
import { EXIT } from '../exit-codes.ts'
import { findReview } from '../find-review.ts'
import { takeHeard } from '../hooks/take-heard.ts'
import { hooksState } from '../hooks-state.ts'
import { paint, print, printJson } from '../io.ts'
import { noticeBypasses } from '../notice-bypasses.ts'
import { noticeMove } from '../notice-move.ts'
import { sessionLine } from '../session-words.ts'
import { dropStaleReport } from '../stale-report.ts'
import { readTrouble } from '../trouble.ts'
import { typable } from '../typable.ts'
import { findConfig } from '../use-config.ts'
import { wakeWorker } from '../wait-for-review.ts'

/** `wingman status`: where things stand. Requests that nobody is at work on are taken up by the way. */
export async function status({ json }: { json?: boolean }): Promise<number> {
  const project = openProject()
  await takeHeard({ at: project.at, log: project.ports.log }).catch(() => {})
  await noteAnswer(project.at, project.ports.clock.now()).catch(() => null)
  const report = await dropStaleReport(project).catch(() => null)
  await noticeBypasses(project)
  const isMoveNoticed = await noticeMove(project)
  const facts = { ...(await gather(project)), isMoveNoticed, staleReport: report }
  await wakeWorker(project)
  if (json) printJson(facts)
  else print(lines(facts, commandOf(project)).join('\n'))
  return EXIT.fine
}

type Facts = Awaited<ReturnType<typeof gather>> & {
  /** HEAD stands where no hook saw it come to, and its review was asked for just now. */
  isMoveNoticed: boolean
  staleReport: Stale | null
}

async function gather(project: Project) {
  const { ports, at } = project
  const ref = await ports.git.symbolic('HEAD')
  const head = await ports.git.commit('HEAD')
  const latest = ref && (await ports.store.latest(ref).catch(() => null))
  const review = await lastReview(project, ref)
  const running = await heldBy(at.lock)
  return {
    version: 1,
    root: at.root,
    branch: ref?.replace(/^refs\/heads\//, '') ?? null,
    head: head?.oid ?? null,
    disabled: await disabledState(project),
    config: await configState(project),
    hooks: await hooksState(project),
    /** Those with hooks of ours, where and whether all of them. */
    agents: await agentHooks(project),
    handedOver: review && (await handedOverTo(project, review.id)),
    running,
    atWork: await atWorkIn(at.progress, running?.pid),
    waiting: (await ports.store.requests()).length,
    sessions: await livingSessions(project),
    elsewhere: await elsewhere(project),
    trouble: await readTrouble(project),
    bypasses: await recentBypasses(project),
    /** Given, and not used up yet. */
    exceptions: await openExceptions(at.journal).catch((): Allowed[] => []),
    /** The last review, where its record cannot be read. */
    lostReview: latest && !review ? latest.review : null,
    review: review && {
      id: review.id,
      commit: latest ? latest.commit : review.snapshot.commit,
      isHead: (latest ? latest.commit : review.snapshot.commit) === head?.oid,
      uncommitted: review.snapshot.kind === 'ghost',
      onTopOf: await below(project, review.snapshot),
      verdict: review.verdict,
      reason: review.reason,
      findings: findingsOf(review).length,
      dismissed: review.loops.flatMap(({ dismissed = [] }) => dismissed).length,
      summary: severities(findingsOf(review)),
    },
  }
}

/** Of all worktrees; where they cannot be read, doctor says so. */
async function livingSessions({ at, ports }: Project): Promise<Session[]> {
  const now = ports.clock.now()
  const sessions = await allSessions(at, now).catch((): Session[] => [])
  return sessions.filter(session => isAlive(session, now))
}

/** The other worktrees in which something waits or is under review. */
const elsewhere = async (project: Project) =>
  Promise.all(
    (await workElsewhere(project)).map(async ({ at, requests }) => {
      const running = await heldBy(at.lock).catch(() => null)
      const atWork = await atWorkIn(at.progress, running?.pid)
      return { root: at.root, running, atWork, waiting: requests.length }
    }),
  )

/** What uncommitted work was made on top of; null for a commit, and where it is no longer known. */
async function below({ ports }: Project, { kind, commit }: Snapshot): Promise<Oid | null> {
  return kind === 'ghost' ? ((await ports.git.commit(commit))?.parents[0] ?? null) : null
}

/** On no branch there is no last one: the one of this very commit counts. */
async function lastReview({ ports }: Project, ref: string | null): Promise<Review | null> {
  try {
    if (ref === null) return await openNow(ports, await findReview(ports, 'HEAD'))
    const latest = await ports.store.latest(ref)
    const review = latest && (await ports.store.review(latest.review))
    return review && (await openNow(ports, review))
  } catch {
    return null
  }
}

async function configState(project: Project) {
  try {
    const config = await findConfig(project)
    if (!config) return { state: 'missing' as const }
    return {
      state: config.enabled ? ('good' as const) : ('off' as const),
      loops: config.loops.length,
      gates: config.gates.length,
    }
  } catch (error) {
    const hint = error instanceof WingmanError ? (error.hint ?? null) : null
    const isTheirs = error instanceof WingmanError && error.code === 'E_CONFIG'
    return { state: isTheirs ? ('broken' as const) : ('unusable' as const), message: sentenceOf(error), hint }
  }
}

function lines(facts: Facts, command: string): string[] {
  return [
    `On ${facts.branch === null ? 'a detached HEAD' : oneLine(facts.branch)}${facts.head ? ` at ${short(facts.head)}` : ', no commit yet'}`,
    ...disabledLines(facts, command),
    ...configLines(facts, command),
    ...hookLines(facts, command),
    ...facts.sessions.map(session => sessionLine(session, { now: systemClock.now(), here: facts.root })),
    ...agentLines(facts, command),
    ...workLines(facts),
    ...exceptionLines(facts),
    ...bypassLines(facts, command),
    ...reviewLines(facts, command),
    ...troubleLines(facts, command),
    ...reportLines(facts, command),
  ]
}

async function disabledState({ at }: Project) {
  const reach = switchedOff(at)
  return reach && { reach, by: await switchedBy(at, reach) }
}

function disabledLines({ disabled }: Facts, command: string): string[] {
  if (!disabled) return []
  const { reach, by } = disabled
  const where = reach === 'person' ? 'for you everywhere' : 'in this clone'
  const since = by ? ` since ${oneLine(by.at.slice(0, 10))}, by ${whoWords(by.who)}` : ''
  const how = `${command} enable${reach === 'person' ? ' --global' : ''}`
  return [
    paint().yellow(
      `Disabled ${where}${since}: nothing is reviewed and no push is held. Enable it with \`${how}\`.`,
    ),
  ]
}

function configLines({ config }: Facts, command: string): string[] {
  const { yellow, red } = paint()
  switch (config.state) {
    case 'missing':
      return [yellow(`No config: nothing is reviewed. Write one with \`${command} init\`.`)]
    case 'off':
      return [yellow(OFF_FOR_ALL)]
    case 'broken':
    case 'unusable':
      return [
        red(`Nothing is reviewed and every push is held, because the config ${WHY_NOT[config.state]}:`),
        `  ${plainText(config.message).replaceAll('\n', '\n  ')}`,
        ...(config.hint ? [`  ${typable(plainText(config.hint), command)}`] : []),
      ]
    case 'good':
      return [
        `Config: ${count(config.loops, 'loop')}, ${config.gates > 0 ? count(config.gates, 'gate') : noGates()}`,
      ]
  }
}

const WHY_NOT = { broken: 'is broken', unusable: 'could not be made ready' }

function hookLines({ hooks }: Facts, command: string): string[] {
  const { installed, missing, replaced, off, older, leftBehind, trouble, refused } = hooks
  if (refused) return refusedLines(refused, command)
  const install = `\`${command} install\``
  const wrong: [string[], string, string][] = [
    [missing, 'missing', `Put them there with ${install}.`],
    [replaced, 'overwritten by somebody', `${install} puts ours back and keeps theirs.`],
    [off, 'not executable', `Git passes over them; \`${command} doctor --fix\` mends it.`],
    [older, 'of another version', `Renew them with ${install}.`],
    [leftBehind, 'left behind where git no longer looks', `${install} takes them back.`],
  ]
  const lines = [
    ...wrong
      .filter(([names]) => names.length > 0)
      .map(([names, state, remedy]) => `Hooks ${state}: ${names.join(', ')}. ${remedy}`),
    ...trouble.map(({ what, hint }) => `Hooks: ${oneLine(what)}. ${typable(oneLine(hint), command)}`),
  ]
  return lines.length > 0 ? lines.map(paint().yellow) : [`Hooks: ${installed.join(', ')}`]
}

function agentLines({ agents }: Facts, command: string): string[] {
  if (agents.length === 0) return []
  const older = agents.filter(({ lacking }) => lacking.length > 0)
  return [
    `Findings are handed to: ${agents.map(({ title, file }) => `${title} (${file})`).join(', ')}`,
    ...older.map(({ name, file }) =>
      paint().yellow(`Hooks missing in ${file}. Add them with \`${command} install --agents ${name}\`.`),
    ),
  ]
}

/** As `doctor` says it; `install` would say no more. */
const refusedLines = ({ what, hint }: NonNullable<Facts['hooks']['refused']>, command: string): string[] => [
  paint().yellow(`Hooks cannot be put where git looks for them: ${oneLine(what)}`),
  ...(hint ? [`  ${typable(plainText(hint), command).replaceAll('\n', '\n  ')}`] : []),
]

function workLines({ running, atWork, waiting, elsewhere, isMoveNoticed }: Facts): string[] {
  return [
    ...(isMoveNoticed ? [MOVE_NOTICED] : []),
    ...workIn({ running, atWork, waiting }),
    ...elsewhere.flatMap(work => workIn(work).map(line => `In ${oneLine(work.root)}: ${line}`)),
  ]
}

const MOVE_NOTICED =
  'HEAD came here without a hook (git am, reset, branch -m, …), so its review was asked for just now'

function workIn({ running, atWork, waiting }: Pick<Facts, 'running' | 'atWork' | 'waiting'>): string[] {
  const now = atWork.length > 0 ? `: ${atWorkWords(atWork, systemClock.now().getTime())}` : ''
  if (running) return [`Reviewing now (process ${running.pid}), ${count(waiting, 'request')} in hand${now}`]
  return waiting > 0 ? [`${count(waiting, 'request')} waiting for a review`] : []
}

/** Below the last review that was made: what stands there may be newer, and says more of HEAD. */
function troubleLines({ trouble, config, review, waiting }: Facts, command: string): string[] {
  // A broken config was said above, in its own words. With HEAD reviewed and nothing waiting, it is over.
  if (!trouble || config.state === 'broken' || config.state === 'unusable') return []
  if (review?.isHead && waiting === 0) return []
  const what = review?.isHead ? 'What still waits could not be reviewed' : 'The review could not be made'
  return [
    paint().red(`${what}: ${oneLine(trouble.message)}`),
    ...(trouble.hint ? [`  ${typable(oneLine(trouble.hint), command)}`] : []),
  ]
}

/** Long enough to be seen by whoever comes back after some days; the journal keeps them. */
const SHOWN_MS = 7 * 24 * 3_600_000
const MOST_SHOWN = 3

async function recentBypasses({ at, ports }: Project): Promise<Bypassed[]> {
  const since = new Date(ports.clock.now().getTime() - SHOWN_MS).toISOString()
  const { entries } = await readJournal(at.journal).catch(() => ({ entries: [] }))
  return entries.filter(entry => entry.kind === 'bypassed' && entry.at >= since) as Bypassed[]
}

const exceptionLines = ({ exceptions }: Facts): string[] =>
  exceptions.map(exception =>
    paint().yellow(
      `The gate is open for one push of ${short(exception.commit)} (${oneLine(exception.ref)}): ${exceptionWords(exception)}`,
    ),
  )

function bypassLines({ bypasses }: Facts, command: string): string[] {
  if (bypasses.length === 0) return []
  const { red } = paint()
  const more = bypasses.length > MOST_SHOWN ? `and ${bypasses.length - MOST_SHOWN} more, ` : ''
  return [
    red(`Went out without the gate: ${count(bypasses.length, 'push', 'pushes')} in the last 7 days`),
    ...bypasses.slice(-MOST_SHOWN).map(bypass => `  ${bypassWords(bypass)}`),
    `  ${more}see ${command} gate report`,
  ]
}

function reviewLines({ review, handedOver, lostReview, branch, head }: Facts, command: string): string[] {
  if (lostReview)
    return [
      paint().red(
        `The record of the last review, ${oneLine(lostReview)}, is damaged or gone. Review again: ${command} run review`,
      ),
    ]
  if (!review) return [branch ? `No review of ${branch} yet.` : 'No review yet.']
  const found = `${review.findings > 0 ? `, ${review.summary}` : ''}${since(review)}`
  const more =
    review.verdict === 'approved' && review.findings === 0 ? '' : `. More: ${command} show ${review.id}`
  const line = `Last review, of ${whatWasReviewed(review, head)}: ${judgementWords(review)}${found}${more}`
  return [review.verdict === 'approved' ? paint().green(line) : paint().red(line), ...handedLines(handedOver)]
}

const handedLines = (handed: Facts['handedOver']): string[] =>
  handed
    ? [
        `  handed to ${oneLine(handed.agent)} at ${oneLine(handed.at)}, ${handed.acknowledged ? 'which has dealt with the report' : 'not dealt with yet'}`,
      ]
    : []

/** The verdict is that of its time. */
function since({ findings, dismissed, verdict }: Reviewed): string {
  if (verdict === 'approved' || dismissed === 0) return ''
  const rest = findings === 0 ? ', and nothing else was found' : ''
  return `, ${count(dismissed, 'finding')} dismissed since${rest}`
}

function whatWasReviewed({ commit, uncommitted, onTopOf }: Reviewed, head: Oid | null): string {
  const named = (oid: Oid) => (oid === head ? 'HEAD' : `${short(oid)}, which is not HEAD`)
  if (!uncommitted) return named(commit)
  return `uncommitted work${onTopOf ? ` on top of ${named(onTopOf)}` : ''}`
}

type Reviewed = NonNullable<Facts['review']>

const WHY_STALE: Record<Stale, string> = {
  'no-record': 'there is no record of its review',
  'other-session': "it was another session's",
  'other-content': 'it spoke of other content than what is checked out',
  'too-old': 'it was older than `delivery.reportTtl`',
}

function reportLines({ staleReport }: Facts, command: string): string[] {
  if (!staleReport) return []
  return [`Removed .wingman/REVIEW.md: ${WHY_STALE[staleReport]}. What is open: ${command} findings`]
}
