import { inReadingOrder } from './domain/finding.ts'
import type { GateAnswer, HeldLoop, LoopStanding, RefAnswer } from './domain/gate.ts'
import { type Bypassed, type Used, whoWords } from './domain/journal.ts'
import { oneLine } from './domain/plain-text.ts'
import { short } from './domain/snapshot.ts'
import type { Trouble } from './domain/trouble.ts'
import { count, findingLine } from './messages.ts'
import type { Paint } from './paint.ts'

// What the gate says. Each reason for holding a push has its own words and the one command that repairs it.

export const heldHeader = (): string => 'wingman: this push is held.'

export const unreadableRefs = (line: string): string =>
  `git named a ref in a way that is not understood: ${oneLine(line)}`

export const noGates = (): string => 'The config has no gates, so nothing is held.'

export const waiting = (commit: string): string =>
  `wingman: waiting for the review of ${short(commit)} (Ctrl-C stops the push; nothing is lost)`

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
}

/** Everything that does not pass, ref by ref; nothing when all is well. */
export function gateText(answer: GateAnswer, { command, paintNow, trouble }: GateStyle): string {
  const held = answer.refs.filter(ref => ref.effect !== 'pass')
  if (held.length === 0) return ''
  const paint = paintNow()
  const header = answer.allowed
    ? paint.yellow('wingman: this push would be held, but the gate only warns.')
    : paint.red(heldHeader())
  return [header, ...held.flatMap(ref => ['', ...refLines(ref, { command, paint, trouble })])].join('\n')
}

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
export const bypassWords = ({ at, ref, commit, remote, by }: Bypassed): string =>
  `${at.slice(0, 10)}  ${oneLine(ref)} at ${short(commit)} was pushed to ${oneLine(remote)} without the gate, by ${whoWords({ ...by, account: null })}`

export const usedWords = ({ at, refs, commit, remote, id, who }: Used): string =>
  `${at.slice(0, 10)}  ${refs.map(ref => oneLine(ref)).join(', ')} at ${short(commit)} was pushed to ${oneLine(remote)} by exception ${id}, by ${whoWords(who)}`

/** What a person types to answer for it themselves. */
const allowOnce = ({ ref, commit }: RefAnswer, command: string): string => {
  const tag = /^refs\/tags\/(.+)$/.exec(ref)?.[1]
  const branch = `${short(commit ?? '')}:${ref.replace(/^refs\/heads\//, '')}`
  return `If it is meant to go out, a person can open the gate once: ${command} gate allow ${oneLine(tag ?? branch)} --reason "…"`
}

interface Style extends Omit<GateStyle, 'paintNow'> {
  paint: Paint
}

function refLines(ref: RefAnswer, style: Style): string[] {
  const looser = ref.loosened.length > 0 ? loosenedLines(ref, style) : []
  // Reviews that are missing besides: whoever lets it go lets that go too.
  if (looser.length > 0 && ref.loops.every(loop => loop.effect === 'pass')) return looser
  if (ref.note) return [`  ${oneLine(ref.ref)} ${ref.note}`, `    ${allowOnce(ref, style.command)}`]
  const first = ref.loops.find(loop => loop.effect !== 'pass')
  return [
    ...looser,
    `  ${style.paint.bold(oneLine(ref.ref))}: ${count(ref.commits, 'commit')} that the remote does not have, up to ${short(ref.commit ?? '')}`,
    ...ref.loops.flatMap(loop => loopLines(loop, ref, loop === first ? null : (first ?? null), style)),
    ...(ref.silence
      ? [
          `  What the remote has could not be asked, so more than that may count as new: ${oneLine(ref.silence)}`,
        ]
      : []),
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

/** A loop behind one that did not pass had no turn yet: its absence is no trouble of its own. */
function loopLines(
  loop: LoopAnswer,
  ref: RefAnswer,
  first: LoopAnswer | null,
  { command, paint, trouble }: Style,
): string[] {
  if (loop.standing === 'approved')
    return [`  ${paint.green('✔')} ${loop.loop}: approved${ignoredWords(loop)}`]
  if (first && (loop.standing === 'missing' || loop.standing === 'stale' || loop.standing === 'pending')) {
    return [`  ${paint.dim('·')} ${loop.loop}: waits for ${first.loop}`]
  }
  const { what, repair } = STANDING_WORDS[loop.standing](loop, {
    review: reviewOf(loop, ref, command),
    command,
    trouble,
    tag: /^refs\/tags\/(.+)$/.exec(ref.ref)?.[1] ?? null,
    allow: allowOnce(ref, command),
  })
  if (loop.effect === 'pass') return [`  ${paint.dim('·')} ${loop.loop}: ${what}, which the gate allows`]
  return [`  ${paint.red('✖')} ${loop.loop}: ${what}`, ...findingLines(loop), `    ${repair}`]
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
  /** What is pushed, if it is a tag. */
  tag: string | null
  allow: string
}

/** A commit on top takes a secret out of the files, and still pushes it with the history. */
const SECRETS = ['provider-secret', 'private-key', 'database-url-password']

function howToFix({ findings }: LoopAnswer, tag: string | null): string {
  if (findings.some(({ rule }) => SECRETS.includes(rule)))
    return 'Revoke the secret and take it out of the history (git commit --amend, git rebase -i): a fix on top still pushes it.'
  if (tag === null) return 'Fix and commit: the fix is reviewed by itself.'
  return `Fix and commit, then move the tag there: git tag --force ${oneLine(tag)}. The fix is reviewed by itself.`
}

type Words = (loop: LoopAnswer, commands: Commands) => { what: string; repair: string }

const STANDING_WORDS: Record<LoopStanding['standing'], Words> = {
  approved: () => ({ what: 'approved', repair: '' }),
  'needs-revision': (loop, { command, tag }) => ({
    what: `needs revision (${count(loop.findings.length, 'finding')} in the review of ${short(loop.commit)})`,
    repair: `${howToFix(loop, tag)} More: ${command} show ${loop.review}`,
  }),
  rejected: (loop, { command, allow }) => ({
    what: `rejected, a person must decide (${oneLine(loop.reason ?? 'no reason given')})`,
    repair: `See why: ${command} show ${loop.review}. ${allow}`,
  }),
  unknown: (loop, { review }) => ({
    what: `could not decide about ${short(loop.commit)}: ${oneLine(loop.reason ?? 'no reason given')}`,
    repair: `Mend that, then review again: ${review}`,
  }),
  missing: (loop, { review }) => ({
    what:
      loop.gap && loop.gap.commits > 1
        ? `${loop.gap.commits} commits up to ${short(loop.commit)} were never reviewed`
        : `${short(loop.commit)} was never reviewed`,
    repair: `Review ${loop.gap && loop.gap.commits > 1 ? 'them' : 'it'}: ${review}`,
  }),
  stale: (loop, { review }) => ({
    what:
      loop.reviewed === loop.commit
        ? `${short(loop.commit)} was reviewed under another policy or against another base (review ${loop.review})`
        : `the last review is of ${short(loop.reviewed ?? '')}, and ${short(loop.commit)} has other content`,
    repair: `Review what is pushed: ${review}`,
  }),
  pending: (loop, { command, trouble }) => ({
    what: trouble
      ? `the review of ${short(loop.commit)} could not be made: ${oneLine(trouble.message)}`
      : `the review of ${short(loop.commit)} is not finished`,
    repair: trouble
      ? oneLine(trouble.hint ?? `Mend that and push again. More: ${command} status`)
      : `Push again when it is: ${command} status`,
  }),
  unreadable: (loop, { review }) => ({
    what: `the result cannot be read (${oneLine(loop.reason ?? '')})`,
    repair: `Review it again: ${review} --fresh`,
  }),
}
