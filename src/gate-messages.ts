import { inReadingOrder } from './domain/finding.ts'
import {
  type CameFrom,
  type GateAnswer,
  type HeldLoop,
  type LoopStanding,
  type RefAnswer,
  waitsFor,
} from './domain/gate.ts'
import { type Bypassed, type Dismissed, type Used, whoWords } from './domain/journal.ts'
import { oneLine } from './domain/plain-text.ts'
import { short } from './domain/snapshot.ts'
import type { Trouble } from './domain/trouble.ts'
import { count, dismissedWords, findingLine, judgementWords } from './messages.ts'
import type { Paint } from './paint.ts'

// What the gate says. Each reason for holding a push has its own words and the one command that repairs it.

export const heldHeader = (): string => 'wingman: this push is held.'
const closedHeader = (): string => 'wingman: the gate is closed, a push of this would be held.'

export const unreadableRefs = (line: string): string =>
  `git named a ref in a way that is not understood: ${oneLine(line)}`

/** Behind "Config: 1 loop, ". */
export const noGates = (): string => 'no gates: nothing is held at a push'

/** What is loosened by an edit that is in no commit, or by what happens to be checked out. */
export const onlyInTree = (how: string): string => `${how} (only in your working tree)`

export const unreadablePolicy = (where: string): string =>
  `the config ${where} is broken and cannot be read, so what it asks for is not known: a person confirms this once`

/** Why a push is held although its reviews may be fine. */
const looserPolicy = (): string => 'this push would go by a looser review policy than the remote has'

type LoopAnswer = HeldLoop

interface GateStyle {
  command: string
  /** Asked only when there is something to say: a stream takes a hook milliseconds to open. */
  paintNow: () => Paint
  /** Why the worker gave up, if it did. */
  trouble: Trouble | null
  /** How long the push waited for a review in vain, in words. */
  waited?: string | null
  /** Nothing is pushed now: somebody asks what would be. */
  onlyAsked?: boolean
}

/** Everything that does not pass, ref by ref; nothing when all is well. */
export function gateText(answer: GateAnswer, { paintNow, ...style }: GateStyle): string {
  const held = answer.refs.filter(ref => ref.effect !== 'pass')
  if (held.length === 0) return ''
  const paint = paintNow()
  const header = answer.allowed
    ? paint.yellow('wingman: this push would be held, but the gate only warns.')
    : paint.red(style.onlyAsked ? closedHeader() : heldHeader())
  return [
    header,
    ...held.flatMap(ref => ['', ...refLines(ref, { ...style, paint })]),
    ...(answer.allowed ? [] : heldAlong(answer, paint)),
  ].join('\n')
}

/** Git pushes all or nothing: what would pass is told from what keeps it back. */
function heldAlong({ refs }: GateAnswer, paint: Paint): string[] {
  const passing = refs.filter(({ effect }) => effect === 'pass').map(({ ref }) => refName(ref))
  if (passing.length === 0) return []
  const more = passing.length > MOST_SHOWN ? ` and ${passing.length - MOST_SHOWN} more` : ''
  const names = passing.slice(0, MOST_SHOWN).join(', ')
  const whose = passing.length === 1 ? 'its' : 'their'
  return ['', `  ${paint.green('✔')} ${names}${more} would pass in a push of ${whose} own`]
}

/** What was named by hand may be on no branch. */
export const refName = (ref: string): string =>
  ref.startsWith('refs/') ? oneLine(ref) : `${oneLine(ref)} (on no branch)`

/** One line for each ref that passes because somebody said so. */
export const exceptionLines = ({ refs }: GateAnswer): string[] =>
  refs.flatMap(({ ref, commit, exception }) =>
    exception
      ? [`wingman: ${oneLine(ref)} at ${short(commit ?? '')} passes, this once: ${exceptionWords(exception)}`]
      : [],
  )

/** Ann <ann@example.com> allowed it on 2026-11-18 ("hotfix, reviewed by hand") */
export const exceptionWords = ({ who, at, reason }: NonNullable<RefAnswer['exception']>): string =>
  `${whoWords(who)} allowed it on ${at.slice(0, 10)} ("${oneLine(reason)}")`

/** 2026-11-18  refs/heads/main at 4f34c19526 was pushed to origin without the gate, by Ann <ann@example.com> */
export const bypassWords = ({ at, ref, commit, remote, by, attempted }: Bypassed): string => {
  const what = `${at.slice(0, 10)}  ${oneLine(ref)} at ${short(commit)}`
  const [to, who] = [oneLine(remote), whoWords({ ...by, account: null })]
  return attempted
    ? `${what} was to be pushed to ${to} with the gate switched off, by ${who}; whether it arrived is not known`
    : `${what} was pushed to ${to} without the gate, by ${who}`
}

export const usedWords = ({ at, refs, commit, remote, id, who }: Used): string =>
  `${at.slice(0, 10)}  ${refs.map(ref => oneLine(ref)).join(', ')} at ${short(commit)} was pushed to ${oneLine(remote)} by exception ${id}, by ${whoWords(who)}`

/** f-1234567890 (rules, debugger-statement, src/add.js), by Ann <ann@example.com>: "a fixture" */
export const dismissalWords = ({ finding, reviewer, rule, file, who, reason }: Dismissed): string =>
  `${finding} (${[reviewer, rule, file ?? 'the change'].map(word => oneLine(word)).join(', ')}), by ${whoWords(who)}: "${oneLine(reason)}"`

/** What a person types to answer for it themselves. */
const allowOnce = ({ ref, commit }: RefAnswer, command: string): string => {
  const tag = /^refs\/tags\/(.+)$/.exec(ref)?.[1]
  const to = ref.startsWith('refs/') ? `:${ref.replace(/^refs\/heads\//, '')}` : ''
  return `If it is meant to go out, a person can open the gate once: ${command} gate allow ${oneLine(tag ?? short(commit ?? '') + to)} --reason "…"`
}

interface Style extends Omit<GateStyle, 'paintNow'> {
  paint: Paint
}

function refLines(ref: RefAnswer, style: Style): string[] {
  const looser = ref.loosened.length > 0 ? loosenedLines(ref, style) : []
  // Reviews that are missing besides: whoever lets it go lets that go too.
  if (looser.length > 0 && ref.loops.every(loop => loop.effect === 'pass')) return looser
  if (ref.note) return [`  ${refName(ref.ref)} ${ref.note}`, `    ${allowOnce(ref, style.command)}`]
  return [
    ...looser,
    `  ${style.paint.bold(refName(ref.ref))}: ${count(ref.commits, 'new commit')}, up to ${short(ref.commit ?? '')}`,
    ...ref.loops.flatMap(loop => loopLines(loop, ref, style)),
    ...(ref.cameFrom ? cameFromLines(ref.cameFrom) : []),
    ...(ref.silence
      ? [
          `  What the remote has could not be asked, so more than that may count as new: ${oneLine(ref.silence)}`,
        ]
      : []),
  ]
}

/** In the usual case a fork that is behind: there is nothing to review, and nothing to wave through. */
function cameFromLines({ from, commits, all, lackedBy }: CameFrom): string[] {
  const [there, here] = [oneLine(from), oneLine(lackedBy)]
  const [what, it] =
    all === 1
      ? ['That commit is', 'it']
      : [
          `${commits === all ? 'All' : commits} of these ${all} commits ${commits === 1 ? 'is' : 'are'}`,
          'them',
        ]
  return [
    `  ${what} in ${there} already, and ${here} lacks ${commits === 1 ? 'it' : it}.`,
    `    If ${here} is a fork, sync it at its host first (on GitHub: gh repo sync), then push again.`,
  ]
}

function loosenedLines(answer: RefAnswer, { command, paint }: Style): string[] {
  const { ref, loosened } = answer
  return [
    `  ${paint.bold(oneLine(ref))}: ${looserPolicy()}`,
    ...loosened.map(how => `  ${paint.red('✖')} ${oneLine(how, 300)}`),
    ...(loosened.some(isOnlyInTree)
      ? ['    What is only in your working tree: put it back, or check out what you push.']
      : []),
    `    Only a person may let that go, on a terminal. ${allowOnce(answer, command)}`,
  ]
}

const isOnlyInTree = (how: string): boolean => how.endsWith(onlyInTree(''))

function loopLines(loop: LoopAnswer, ref: RefAnswer, style: Style): string[] {
  const { command, paint, trouble, waited = null } = style
  if (loop.standing === 'approved')
    return [
      `  ${paint.green('✔')} ${loop.loop}: approved${dismissedWords(loop.dismissed)}${ignoredWords(loop)}`,
    ]
  const before = waitsFor(ref, loop)
  if (before !== null) return [`  ${paint.dim('·')} ${loop.loop}: waits for ${before}`]
  const { what, repair } = STANDING_WORDS[loop.standing](loop, {
    review: reviewOf(loop, ref, command),
    command,
    trouble,
    waited,
    tag: /^refs\/tags\/(.+)$/.exec(ref.ref)?.[1] ?? null,
    allow: allowOnce(ref, command),
  })
  if (loop.effect === 'pass') return [`  ${paint.dim('·')} ${loop.loop}: ${what}, which the gate allows`]
  return [
    `  ${paint.red('✖')} ${loop.loop}: ${what}`,
    ...findingLines(loop),
    ...repair.map(line => `    ${line}`),
  ]
}

const ignoredWords = ({ ignored }: LoopAnswer): string =>
  ignored.length > 0 ? `, ${count(ignored.length, 'file')} ignored on purpose` : ''

function reviewOf({ gap, commit }: LoopAnswer, { upTo }: RefAnswer, command: string): string {
  const range = `${short(gap?.base ?? '')}..${short(gap?.commit ?? commit)}`
  return `${command} run review --range ${range}${upTo ? ` --loop ${upTo}` : ''}`
}

const MOST_SHOWN = 5

function findingLines({ findings }: LoopAnswer): string[] {
  const shown = inReadingOrder(findings).slice(0, MOST_SHOWN)
  const more = findings.length - shown.length
  return [
    ...shown.map(finding => `      ${finding.severity}  ${findingLine(finding)}`),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ]
}

interface Commands {
  /** Reviews exactly what is pushed. */
  review: string
  command: string
  trouble: Trouble | null
  waited: string | null
  /** What is pushed, if it is a tag. */
  tag: string | null
  allow: string
}

/** A commit on top takes a secret out of the files, and still pushes it with the history. */
const SECRETS = ['provider-secret', 'private-key', 'database-url-password']

function howToFix({ findings }: LoopAnswer, tag: string | null): string[] {
  if (findings.some(({ rule }) => SECRETS.includes(rule)))
    return [
      'Revoke the secret and take it out of the history (git commit --amend, git rebase -i): a fix on top still pushes it.',
    ]
  const fix = 'Fix it and commit: that starts the next review.'
  return tag === null ? [fix] : [fix, `Then move the tag there: git tag --force ${oneLine(tag)}`]
}

/** As it stands in that review: another branch may have one of the same id. Of several, each has an id of its own, and the list says how. */
function howToDismiss({ findings, review, byCommand }: LoopAnswer, command: string): string[] {
  const [first, ...others] = findings
  if (!first || !review || byCommand) return []
  if (others.length > 0)
    return [`If one is wrong, a person can dismiss it, by its id: ${command} findings ${review}`]
  return [
    `If it is wrong, a person can dismiss it: ${command} findings dismiss ${first.id} --review ${review} --reason "…"`,
  ]
}

const more = ({ review }: LoopAnswer, command: string): string[] =>
  review === null ? [] : [`More: ${command} show ${review}`]

/** What is wrong, and the lines that say what to do: a command ends its line, so that it can be taken as it stands. */
type Words = (loop: LoopAnswer, commands: Commands) => { what: string; repair: string[] }

const STANDING_WORDS: Record<LoopStanding['standing'], Words> = {
  approved: () => ({ what: 'approved', repair: [] }),
  'needs-revision': (loop, { command, tag }) => ({
    what: `needs revision (${count(loop.findings.length, 'finding')} in the review of ${short(loop.commit)})`,
    repair: [...howToFix(loop, tag), ...howToDismiss(loop, command), ...more(loop, command)],
  }),
  rejected: (loop, { command, allow }) => ({
    what: judgementWords({ verdict: 'rejected', reason: loop.reason }),
    repair: [`See why: ${command} show ${loop.review}`, allow],
  }),
  unknown: (loop, { review, command }) => ({
    what: `could not decide about ${short(loop.commit)}: ${oneLine(loop.reason ?? 'no reason given')}`,
    repair: [`Mend that, then review again: ${review}`, ...more(loop, command)],
  }),
  missing: (loop, { review }) => ({
    what:
      loop.gap && loop.gap.commits > 1
        ? `${loop.gap.commits} commits up to ${short(loop.commit)} were never reviewed`
        : `${loop.isMerge ? 'the merge ' : ''}${short(loop.commit)} was never reviewed`,
    repair: [`Review ${loop.gap && loop.gap.commits > 1 ? 'them' : 'it'}: ${review}`],
  }),
  stale: (loop, { review }) => ({
    what: staleWords(loop),
    repair: [`Review what is pushed: ${review}`],
  }),
  pending: (loop, { command, trouble, waited }) => ({
    what: trouble
      ? `the review of ${short(loop.commit)} could not be made: ${oneLine(trouble.message)}`
      : `the review of ${short(loop.commit)} is not finished${waited ? `, after ${waited} of waiting` : ''}`,
    repair: [
      trouble
        ? oneLine(trouble.hint ?? `Mend that and push again. More: ${command} status`)
        : `Push again when it is. How far it is: ${command} status`,
    ],
  }),
  unreadable: (loop, { review }) => ({
    what: `the result cannot be read (${oneLine(loop.reason ?? '')})`,
    repair: [`Review it again: ${review} --fresh`],
  }),
}

function staleWords({ commit, reviewed, review, gap }: LoopAnswer): string {
  if (reviewed === commit)
    return `the review of ${short(commit)} does not count here: this loop did not run in it, or changed since, or the base was another (review ${review})`
  if (gap && gap.base === reviewed)
    return `${count(gap.commits, 'commit')} up to ${short(commit)} came after the last review, which is of ${short(reviewed)}`
  return `the last review is of ${short(reviewed ?? '')}, and ${short(commit)} has other content`
}
