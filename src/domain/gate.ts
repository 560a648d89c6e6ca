import type { Finding } from './finding.ts'
import type { Allowed } from './journal.ts'
import type { GatePolicy, ResolvedGate } from './resolved-config.ts'
import type { Oid } from './snapshot.ts'

/** A ref that is about to be pushed, as git tells pre-push. */
export interface PushedRef {
  localRef: string
  /** Null deletes the remote ref. */
  local: Oid | null
  remoteRef: string
  /** Null creates it. */
  remote: Oid | null
}

/** Where a loop stands for what is pushed. Everything but `approved` holds the push, each for a reason of its own. */
export const STANDINGS = [
  'approved',
  'needs-revision',
  'rejected',
  'unknown',
  'missing',
  'stale',
  'pending',
  'unreadable',
] as const
export type Standing = (typeof STANDINGS)[number]

export interface LoopStanding {
  loop: string
  standing: Standing
  /** The commit whose content is not approved: the tip, or one below it that the remote lacks too. */
  commit: Oid
  reason: string | null
  review: string | null
  /** What stands against it. */
  findings: Finding[]
  /** For `stale`: what was reviewed instead. */
  reviewed: Oid | null
  /** Files of the change that no reviewer was asked to look at. */
  ignored: string[]
  /** All that stands against it was said by commands, which nobody can dismiss. */
  byCommand: boolean
  /** The ids of findings that a person has dismissed. */
  dismissed: string[]
}

export type Effect = 'pass' | 'warn' | 'block'

/** `<local ref> <local oid> <remote ref> <remote oid>`, split from the right: the first may be an expression with spaces. */
export function parsePushedRef(line: string): PushedRef | null {
  const match = /^(.*) ([0-9a-f]{40,64}) ([^ \n]+) ([0-9a-f]{40,64})$/.exec(line)
  const [, localRef, local, remoteRef, remote] = match ?? []
  if (localRef === undefined || !local || !remoteRef || !remote) return null
  return { localRef, local: orNull(local), remoteRef, remote: orNull(remote) }
}

const orNull = (oid: string): Oid | null => (/^0+$/.test(oid) ? null : oid)

export type Matches = (globs: readonly string[], name: string) => boolean

interface Target {
  remoteRef: string
  remote: string
  url?: string
  /** What else the place is called here. */
  namesakes?: readonly string[]
}

/**
 * Which gates a ref must pass. A tag is on no branch and may become a release: every gate of the remote holds it, and so it
 * is with a commit that is asked about by hand.
 */
export function gatesFor(
  gates: readonly ResolvedGate[],
  { remoteRef, remote, url, namesakes = [] }: Target,
  matches: Matches,
): ResolvedGate[] {
  const branch = remoteRef.startsWith('refs/heads/') ? remoteRef.slice('refs/heads/'.length) : null
  // Pushed by address there is no name to go by, and it may be any remote's. Git then tells the address for the name.
  const isAddress = remote === url || /[/:\\]/.test(remote)
  const names = [remote, ...namesakes]
  return gates.filter(
    gate =>
      (isAddress || names.some(name => matches(gate.remotes, name))) &&
      (branch === null || matches(gate.branches, branch)),
  )
}

export function effectOf(gate: ResolvedGate, standing: Standing): Effect {
  const effect = strictEffect(gate, standing)
  return effect === 'block' && gate.mode === 'warn' ? 'warn' : effect
}

function strictEffect(gate: ResolvedGate, standing: Standing): Effect {
  switch (standing) {
    case 'approved':
      return 'pass'
    // A finding that stands, or a person's decision that is due: no policy waves it through.
    case 'needs-revision':
    case 'rejected':
      return 'block'
    case 'missing':
      return policyEffect(gate.whenMissing)
    case 'stale':
      return policyEffect(gate.whenStale)
    case 'unknown':
    case 'unreadable':
      return policyEffect(gate.whenUnknown)
    case 'pending':
      // Whoever waits has waited by now.
      return gate.whenPending === 'wait' ? 'block' : policyEffect(gate.whenPending)
  }
}

const policyEffect = (policy: GatePolicy): Effect => (policy === 'allow' ? 'pass' : policy)

/** Content that nobody answers for: what a review would have to cover. */
export interface Gap {
  /** A commit, or the empty tree. */
  base: Oid
  commit: Oid
  /** Of how many commits nobody has seen what they bring. */
  commits: number
}

export interface HeldLoop extends LoopStanding {
  effect: Effect
  /** Null where nothing is missing. */
  gap: Gap | null
  /** Whether the commit that is not approved has several parents. */
  isMerge?: boolean
}

/** Another remote has some of it, as far as this clone knows. */
export interface CameFrom {
  /** `upstream/main` */
  from: string
  commits: number
  /** Of so many. */
  all: number
  /** The remote that is pushed to. */
  lackedBy: string
}

/** What the gate says of one ref. */
export interface RefAnswer {
  /** The remote's; for what is asked about by hand and is on no branch, the name that was typed. */
  ref: string
  commit: Oid | null
  /** How many are new to the branch, and on no other branch that the same gates hold. */
  commits: number
  /** The loop that such a review must be told to go up to; null when it gets there by itself. */
  upTo: string | null
  gates: string[]
  loops: HeldLoop[]
  effect: Effect
  /** In which ways the policy, as pushed or as the working tree has it, asks for less than at the remote: only a person may let that go. */
  loosened: string[]
  /** Why the remote could not be asked what it has; null when it could, or need not. */
  silence: string | null
  /** Why it passes without a review, or cannot be reviewed at all. */
  note: string | null
  /** Where what nobody reviewed is as well; absent where it is nowhere else. */
  cameFrom?: CameFrom
  /** It would be held, but somebody allowed exactly this commit, once. */
  exception?: Pick<Allowed, 'id' | 'at' | 'reason' | 'who'>
}

/** A loop behind one that did not pass had no turn yet: its absence is no trouble of its own. Null when it has its own. */
export function waitsFor({ loops }: Pick<RefAnswer, 'loops'>, { loop, standing }: HeldLoop): string | null {
  const first = loops.find(({ effect }) => effect !== 'pass')
  const isAbsent = standing === 'missing' || standing === 'stale' || standing === 'pending'
  return first && isAbsent && first.loop !== loop ? first.loop : null
}

export interface GateAnswer {
  version: 1
  allowed: boolean
  refs: RefAnswer[]
}

export function answerOf(refs: RefAnswer[]): GateAnswer {
  return { version: 1, allowed: refs.every(ref => ref.effect !== 'block'), refs }
}

export function worst(effects: readonly Effect[]): Effect {
  return effects.includes('block') ? 'block' : effects.includes('warn') ? 'warn' : 'pass'
}
