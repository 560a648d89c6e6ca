import { SEVERITIES, type Severity } from './finding.ts'
import type { ModelReviewer, ResolvedReviewer, RulesReviewer, RunReviewer } from './resolved-config.ts'

/** In which ways a reviewer asks for less than before, to be read behind its name. */
export function loosenedReviewer(before: ResolvedReviewer, after: ResolvedReviewer): string[] {
  if (before.kind !== after.kind) return [`is of another kind now: ${after.kind}, was ${before.kind}`]
  return [...loosenedPaths(before, after), ...loosenedKind(before, after)]
}

function loosenedPaths({ paths: before }: ResolvedReviewer, { paths: after }: ResolvedReviewer): string[] {
  if (after === null || sameText(before, after)) return []
  return [`looks only at ${listed(after)} now, was ${before === null ? 'everything' : listed(before)}`]
}

const listed = (globs: readonly string[]): string => globs.map(glob => `\`${glob}\``).join(', ')

function loosenedKind(before: ResolvedReviewer, after: ResolvedReviewer): string[] {
  if (before.kind === 'run' && after.kind === 'run') return loosenedRun(before, after)
  if (before.kind === 'model' && after.kind === 'model') return loosenedModel(before, after)
  if (before.kind === 'rules' && after.kind === 'rules') return loosenedRules(before, after)
  return []
}

const loosenedRun = (before: RunReviewer, after: RunReviewer): string[] => [
  // Not quoted: it may hold what nobody wants in a journal.
  ...(before.run === after.run ? [] : ['runs another command now']),
  // What lies about there, and is in no commit, may be what makes it pass. Less time only lets it fail sooner.
  ...(before.in === 'worktree' && after.in === 'tree'
    ? ['may run in the working tree now, was in a checkout of its own']
    : []),
]

const loosenedModel = (before: ModelReviewer, after: ModelReviewer): string[] => [
  ...(before.prompt.text === after.prompt.text ? [] : ['has another prompt now']),
  ...(sameText(before.models, after.models) ? [] : ['asks another model now']),
  ...(after.parse === null || sameText(before.parse, after.parse)
    ? []
    : ['has answers in words read by another model now']),
  // A model that must confirm can only take findings away.
  ...(after.verify === null || sameText(before.verify, after.verify)
    ? []
    : ['has its findings confirmed by another model now']),
]

const loosenedRules = (before: RulesReviewer, after: RulesReviewer): string[] => [
  ...(before.preset === after.preset || after.preset === 'strict'
    ? []
    : [`has the preset ${after.preset} now, was ${before.preset}`]),
  ...Object.entries(after.rules)
    .filter(([rule, now]) => weight(now) < weight(before.rules[rule] ?? 'critical'))
    .map(([rule, now]) => `has the rule ${rule} ${set(now)} now${was(before.rules[rule])}`),
  ...Object.entries(before.rules)
    .filter(([rule, then]) => !(rule in after.rules) && then !== 'off')
    .map(([rule, then]) => `has the rule ${rule} no longer ${set(then)}`),
]

const set = (severity: Severity | 'off'): string => (severity === 'off' ? 'switched off' : `at ${severity}`)

const was = (severity: Severity | 'off' | undefined): string => (severity ? `, was ${severity}` : '')

/** The higher, the graver. */
const weight = (severity: Severity | 'off'): number =>
  severity === 'off' ? -1 : SEVERITIES.indexOf(severity)

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
