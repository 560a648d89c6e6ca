import { SEVERITIES, type Severity } from './finding.ts'
import { noLongerNamed } from './globs.ts'
import { loosenedReviewer } from './loosened-reviewer.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop } from './resolved-config.ts'

/**
 * In which ways a policy asks for less than the one before, each as a line for somebody in a hurry. What cannot be compared, such as
 * another command or prompt, counts: an agent may well have a good reason, and a person says so with one command.
 */
export function loosened(before: ResolvedConfig, after: ResolvedConfig | null): string[] {
  if (!before.enabled) return []
  if (after === null) return ['the config is removed, so nothing is reviewed any more']
  if (!after.enabled)
    return ['the config is switched off (`enabled: false`), so nothing is reviewed any more']
  return [
    ...before.loops.flatMap(loop => loosenedLoops(loop, after.loops)),
    ...before.gates.flatMap(gate => loosenedGates(gate, after.gates)),
    ...noLongerNamed(after.context.ignore, before.context.ignore).map(
      globs => `context.ignore: no reviewer is shown ${globs} any more`,
    ),
    ...loosenedAttestations(before.attestations, after.attestations),
  ]
}

function loosenedLoops(before: ResolvedLoop, loops: readonly ResolvedLoop[]): string[] {
  const after = loops.find(({ name }) => name === before.name)
  const how = after ? loosenedLoop(before, after) : ['removed']
  return how.map(words => `loop ${before.name}: ${words}`)
}

function loosenedLoop(before: ResolvedLoop, after: ResolvedLoop): string[] {
  const isHigher = weight(after.failOn) > weight(before.failOn)
  return [
    ...(isHigher ? [`blocks only ${after.failOn} now, was ${before.failOn}`] : []),
    ...before.reviewers.flatMap(one => {
      const other = after.reviewers.find(({ name }) => name === one.name)
      const how = other ? loosenedReviewer(one, other) : ['is no longer asked']
      return how.map(words => `reviewer ${one.name} ${words}`)
    }),
  ]
}

/** Nobody relies on a gate's name: what another one holds as well is held. The name only says with which to compare the rest. */
function loosenedGates(before: ResolvedGate, gates: readonly ResolvedGate[]): string[] {
  if (gates.some(other => loosenedGate(before, other).length === 0)) return []
  const after = gates.find(({ name }) => name === before.name)
  const how = after ? loosenedGate(before, after) : ['removed, and no other holds all that it did']
  return how.map(words => `gate ${before.name}: ${words}`)
}

const POLICIES = ['allow', 'warn', 'wait', 'block']
const WHENS = ['whenMissing', 'whenStale', 'whenUnknown', 'whenPending'] as const

function loosenedGate(before: ResolvedGate, after: ResolvedGate): string[] {
  const weaker = WHENS.filter(
    when => POLICIES.indexOf(after[when]) < Math.min(2, POLICIES.indexOf(before[when])),
  )
  return [
    ...(before.mode === 'block' && after.mode === 'warn' ? ['only warns now, did block'] : []),
    ...(before.exceptions === 'person' && after.exceptions === 'anyone'
      ? ['anyone may open it now, was only a person']
      : []),
    ...before.requires
      .filter(loop => !after.requires.includes(loop))
      .map(loop => `no longer requires ${loop}`),
    ...noLongerNamed(before.branches, after.branches).map(globs => `no longer guards the branches ${globs}`),
    ...noLongerNamed(before.remotes, after.remotes).map(globs => `no longer guards the remotes ${globs}`),
    ...weaker.map(when => `${when} is ${after[when]} now, was ${before[when]}`),
  ]
}

type Attestations = ResolvedConfig['attestations']

const loosenedAttestations = (before: Attestations, after: Attestations): string[] => [
  ...(before.push && !after.push ? ['attestations: no longer pushed'] : []),
  ...(before.signed && !after.signed ? ['attestations: no longer signed'] : []),
]

/** The higher, the graver a finding must be before the loop fails. */
const weight = (severity: Severity): number => SEVERITIES.indexOf(severity)
