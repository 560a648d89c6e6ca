import { SEVERITIES, type Severity } from './finding.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop, ResolvedReviewer } from './resolved-config.ts'

/**
 * In which ways a policy asks for less than the one before, in words. What cannot be compared, such as another command or prompt,
 * counts: an agent may well have a good reason, and a person says so with one command.
 */
export function loosened(before: ResolvedConfig, after: ResolvedConfig | null): string[] {
  if (after === null) return ['the config is removed']
  if (before.enabled && !after.enabled) return ['the config is switched off (`enabled: false`)']
  return [
    ...paired(before.loops, after.loops, 'loop', loosenedLoop),
    ...paired(before.gates, after.gates, 'gate', loosenedGate),
    ...added(before.context.ignore, after.context.ignore).map(
      glob => `\`${glob}\` is no longer shown to anybody (context.ignore)`,
    ),
  ]
}

function paired<T extends { name: string }>(
  before: readonly T[],
  after: readonly T[],
  what: string,
  compare: (before: T, after: T) => string[],
): string[] {
  return before.flatMap(one => {
    const other = after.find(({ name }) => name === one.name)
    if (!other) return [`the ${what} ${one.name} is gone`]
    return compare(one, other).map(how => `the ${what} ${one.name} ${how}`)
  })
}

function loosenedLoop(before: ResolvedLoop, after: ResolvedLoop): string[] {
  const bar = strength(after.failOn) > strength(before.failOn)
  return [
    ...(bar ? [`passes with more: failOn is ${after.failOn}, and was ${before.failOn}`] : []),
    ...before.reviewers.flatMap(one => {
      const other = after.reviewers.find(({ name }) => name === one.name)
      if (!other) return [`no longer asks ${one.name}`]
      return loosenedReviewer(one, other).map(how => `asks ${one.name}, which ${how}`)
    }),
  ]
}

function loosenedReviewer(before: ResolvedReviewer, after: ResolvedReviewer): string[] {
  if (before.kind !== after.kind) return ['is something else now']
  const narrower = after.paths !== null && !sameText(before.paths, after.paths)
  return [...(narrower ? ['looks at other files than before'] : []), ...loosenedKind(before, after)]
}

function loosenedKind(before: ResolvedReviewer, after: ResolvedReviewer): string[] {
  if (before.kind === 'run' && after.kind === 'run')
    return before.run === after.run ? [] : ['runs another command']
  if (before.kind === 'model' && after.kind === 'model')
    return [
      ...(before.prompt.text === after.prompt.text ? [] : ['has another prompt']),
      ...(sameText(before.models, after.models) ? [] : ['asks another model']),
      // A model that must confirm can only take findings away.
      ...(after.verify === null || sameText(before.verify, after.verify)
        ? []
        : ['must be confirmed by another model']),
    ]
  if (before.kind === 'rules' && after.kind === 'rules')
    return [
      ...(before.preset === after.preset || after.preset === 'strict'
        ? []
        : [`has the preset ${after.preset}`]),
      ...Object.entries(after.rules)
        .filter(
          ([rule, now]) =>
            weight(now) < weight(before.rules[rule] ?? 'critical') && before.rules[rule] !== now,
        )
        .map(([rule, now]) => `has ${rule} as ${now}`),
      ...Object.keys(before.rules)
        .filter(rule => !(rule in after.rules) && before.rules[rule] !== 'off')
        .map(rule => `no longer has ${rule} as ${before.rules[rule]}`),
    ]
  return []
}

const POLICIES = ['allow', 'warn', 'wait', 'block']
const WHENS = ['whenMissing', 'whenStale', 'whenUnknown', 'whenPending'] as const

function loosenedGate(before: ResolvedGate, after: ResolvedGate): string[] {
  const weaker = WHENS.filter(
    when => POLICIES.indexOf(after[when]) < Math.min(2, POLICIES.indexOf(before[when])),
  )
  return [
    ...(before.mode === 'block' && after.mode === 'warn' ? ['only warns'] : []),
    ...(before.exceptions === 'person' && after.exceptions === 'anyone' ? ['may be opened by anyone'] : []),
    ...before.requires
      .filter(loop => !after.requires.includes(loop))
      .map(loop => `no longer requires ${loop}`),
    ...unguarded(before.branches, after.branches).map(glob => `no longer guards the branches \`${glob}\``),
    ...unguarded(before.remotes, after.remotes).map(glob => `no longer guards the remotes \`${glob}\``),
    ...weaker.map(when => `has ${when}: ${after[when]}, and had ${before[when]}`),
  ]
}

const unguarded = (before: readonly string[], after: readonly string[]): string[] =>
  after.includes('**') ? [] : before.filter(glob => !after.includes(glob))

const added = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter(glob => !before.includes(glob))

/** The higher, the more a finding must weigh before the loop fails. */
const strength = (severity: Severity): number => SEVERITIES.indexOf(severity)

/** The higher, the graver. */
const weight = (severity: Severity | 'off'): number =>
  severity === 'off' ? -1 : SEVERITIES.indexOf(severity)

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
