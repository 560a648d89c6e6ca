import { REMOVABLE, RETENTION, type Removable } from '../../domain/retention.ts'
import { count } from '../../messages.ts'
import { type CleanPlan, cleanUp, countByKind, planClean } from '../clean-up.ts'
import { commandOf, openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'

export interface CleanOptions {
  yes?: boolean
  json?: boolean
}

/** A worktree that stays busy for this long has a review to make: cleaning up can wait. */
const TRIES = 20

/** `wingman clean`: shows what could go, and with `--yes` lets it go. */
export async function clean({ yes = false, json }: CleanOptions): Promise<number> {
  const project = openProject()
  const cleaned = yes ? await cleanUp(project, { tries: TRIES }) : { plan: await planClean(project) }
  if ('busy' in cleaned) {
    const sentence = `Process ${cleaned.busy} is reviewing here, so nothing was removed. Try again when it is done.`
    if (json) printJson({ version: 1, done: false, deferred: sentence, remove: [] })
    else print(sentence)
    return EXIT.undecided
  }
  if (json) printJson({ version: 1, done: yes, deferred: null, remove: asData(cleaned.plan) })
  else print(lines(cleaned.plan, yes, commandOf(project)).join('\n'))
  return EXIT.fine
}

const asData = ({ removals, checkouts }: CleanPlan) => [
  ...removals,
  ...checkouts.map(({ folder }) => ({ kind: 'checkout', path: folder })),
]

function lines(plan: CleanPlan, done: boolean, command: string): string[] {
  const counts = countByKind(plan.removals)
  const found = REMOVABLE.filter(kind => counts[kind]).map(kind => `  ${WORDS[kind](counts[kind] ?? 0)}`)
  if (plan.checkouts.length > 0)
    found.push(`  ${count(plan.checkouts.length, 'checkout')} of a process that is gone`)
  if (found.length === 0) return ['Nothing to remove.']
  return [
    done ? 'Removed' : 'Could be removed',
    ...found,
    ...(done ? [] : [paint().dim(`Nothing was removed yet. Do it with \`${command} clean --yes\`.`)]),
  ]
}

const days = (ms: number): number => ms / (24 * 3_600_000)

const WORDS: Record<Removable, (n: number) => string> = {
  review: n =>
    `${count(n, 'review')}: older than ${days(RETENTION.reviews.ageMs)} days, or beyond the newest ${RETENTION.reviews.most}`,
  result: n =>
    `${count(n, 'result')}: older than ${days(RETENTION.results.ageMs)} days, or beyond ${RETENTION.results.most}`,
  edge: n => `${count(n, 'way')} to results that are not there any more`,
  branch: n => `${count(n, 'note')} of deleted branches`,
  delivered: n => `${count(n, 'delivery mark')} of reviews that are gone`,
  answer: n =>
    `${count(n, 'answer')} of models: older than ${days(RETENTION.answers.ageMs)} days, or beyond the newest ${RETENTION.answers.most}`,
  spending: n =>
    `${count(n, 'line')} of what models cost: older than ${days(RETENTION.spending.ageMs)} days, or beyond the newest ${RETENTION.spending.most}`,
  session: n =>
    `${count(n, 'session')} of agents: not heard of for ${days(RETENTION.sessions.ageMs)} days, or beyond the newest ${RETENTION.sessions.most}`,
  damaged: n => `${count(n, 'damaged file')} that ${n === 1 ? 'was' : 'were'} set aside`,
  log: n => `${count(n, 'old log')}`,
  hold: n =>
    `${count(n, 'held push', 'held pushes')} in the journal: older than ${days(RETENTION.holds.ageMs)} days, or beyond the newest ${RETENTION.holds.most}`,
  temporary: n => `${count(n, 'temporary file')} of processes that are gone`,
}
