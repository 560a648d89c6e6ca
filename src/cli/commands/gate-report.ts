import { readJournal } from '../../adapters/store/journal.ts'
import { parseAge, parseDay } from '../../config/units.ts'
import { type GateReport, reportOn } from '../../domain/gate-report.ts'
import { type Switched, whoWords } from '../../domain/journal.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { short } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { bypassWords, dismissalWords } from '../../gate-messages.ts'
import { count } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'
import { noticeBypasses } from '../notice-bypasses.ts'

export interface ReportOptions {
  since?: string
  json?: boolean
}

/** `wingman gate report`: what the gate held or would have held, what was waved through, and what went past it. */
export async function gateReport({ since = '30d', json }: ReportOptions): Promise<number> {
  const project = openProject()
  const until = project.ports.clock.now()
  const from = beginningOf(since, until).toISOString()
  await noticeBypasses(project)
  const { entries, unreadable } = await readJournal(project.at.journal)
  const report = reportOn(entries, from)
  if (json) printJson({ version: 1, since: from, until: until.toISOString(), ...report, unreadable })
  else print(lines(report, { since: from.slice(0, 10), unreadable }).join('\n'))
  return EXIT.fine
}

/** An age before now, or the beginning of a day, in UTC as everything in the journal. */
function beginningOf(text: string, now: Date): Date {
  const age = parseAge(text)
  if (age !== null) return new Date(Math.max(0, now.getTime() - age))
  const day = parseDay(text)
  if (day) return day
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${oneLine(text)}\` is neither an age nor a day.`,
    hint: 'Write an age (`--since 30d`, or with h, m or s) or a day (`--since 2026-11-01`).',
  })
}

function lines(report: GateReport, { since, unreadable }: { since: string; unreadable: string[] }): string[] {
  const { bold, red } = paint()
  const { given, used, open } = report.exceptions
  return [
    bold(`The gate since ${since}`),
    `Held: ${count(report.held, 'push', 'pushes')}. Would have been held, but the gate only warns: ${report.warned}.`,
    ...report.loops.map(loopLine),
    ...(report.loosened > 0 ? [`  the review policy itself was loosened: held ${report.loosened}`] : []),
    ...report.failed.map(
      ({ error, held }) => `  the gate came to no answer, ${oneLine(error)}: held ${held}`,
    ),
    ...(report.notReviewable > 0 ? [`  no commit, so no review: ${report.notReviewable}`] : []),
    `Exceptions: ${given.length} given, ${used.length} used, ${open.length} open now.`,
    ...given.map(({ id, at, commit, who, reason }) => {
      const state = open.some(other => other.id === id) ? 'open' : 'used'
      return `  ${at.slice(0, 10)}  ${short(commit)}  ${whoWords(who)}: "${oneLine(reason)}" (${state})`
    }),
    `Went out without the gate: ${report.bypasses.length}.`,
    ...report.bypasses.map(bypass => `  ${red(bypassWords(bypass))}`),
    ...report.switched.map(switchedLine),
    `Dismissed as wrong: ${report.blockers.dismissed} of ${count(report.blockers.found, 'finding')} that held a push.`,
    ...report.dismissals.map(dismissedLine),
    ...(unreadable.length > 0
      ? [red(`Not counted, because they cannot be read: ${unreadable.map(name => oneLine(name)).join(', ')}`)]
      : []),
  ]
}

const dismissedLine = (one: GateReport['dismissals'][number]): string =>
  `  ${one.at.slice(0, 10)}  ${dismissalWords(one)}${one.reopened ? ' (reopened)' : ''}`

const switchedLine = ({ at, kind, reach, who }: Switched): string =>
  `Switched ${kind === 'disabled' ? 'off' : 'on'} ${reach === 'person' ? 'for a person' : 'in this clone'} on ${at.slice(0, 10)}, by ${whoWords(who)}`

function loopLine({ loop, standing, held, warned, findings }: GateReport['loops'][number]): string {
  const parts = [
    held > 0 ? `held ${held}` : '',
    warned > 0 ? `warned ${warned}` : '',
    findings > 0 ? count(findings, 'finding') : '',
  ]
  return `  ${oneLine(loop)}, ${standing}: ${parts.filter(Boolean).join(', ')}`
}
