import type { Finding } from './finding.ts'
import type { Effect, GateAnswer, PushedRef, Standing } from './gate.ts'
import { maskSecrets } from './mask.ts'
import { oneLine, plainText } from './plain-text.ts'
import type { Oid } from './snapshot.ts'

// What happened at the gate, as facts that somebody can look at later: ids, names, counts and a person's reason. No code.

/** Who typed it, as far as this machine knows. */
export interface Who {
  /** As git names them: by GIT_COMMITTER_NAME and GIT_COMMITTER_EMAIL, else by its settings. */
  name: string | null
  email: string | null
  /** The account of the system. */
  account: string | null
  /** The agent that was calling, by its environment. */
  agent: string | null
}

/** A person opened the gate for one push of exactly this commit. */
export interface Allowed {
  version: 1
  kind: 'allowed'
  id: string
  at: string
  commit: Oid
  ref: string
  remote: string
  reason: string
  /** What was seen to be loosened when it was given: only that is let go by it. */
  loosened: string[]
  who: Who
}

/** A push passed by an exception, which is used up by that. */
export interface Used {
  version: 1
  kind: 'used'
  /** That of the exception. */
  id: string
  at: string
  commit: Oid
  refs: string[]
  remote: string
  who: Who
}

/** A push that was held, or that would have been if the gate did more than warn. */
export interface Held {
  version: 1
  kind: 'gate'
  id: string
  at: string
  effect: Exclude<Effect, 'pass'>
  remote: string
  agent: string | null
  /** The code of what kept the gate from an answer, a broken config for instance; null when it had one. */
  error: string | null
  refs: HeldRef[]
}

interface HeldRef {
  ref: string
  commit: Oid | null
  effect: Effect
  /** In which ways the policy itself asked for less. */
  loosened: string[]
  loops: { loop: string; standing: Standing; effect: Effect; findings: string[] }[]
}

/** A push that went out without the gate, noticed later. */
export interface Bypassed {
  version: 1
  kind: 'bypassed'
  id: string
  at: string
  remote: string
  ref: string
  commit: Oid
  gates: string[]
  /** As git's own log of the tracking ref names them. */
  by: { name: string; email: string }
  /** Noted by our hook before git went on: nothing here tells whether the remote took it. */
  attempted?: true | undefined
}

/** A person switched the hooks off, or somebody switched them on again. */
export interface Switched {
  version: 1
  kind: 'disabled' | 'enabled'
  id: string
  at: string
  /** This clone, or everything of this person. */
  reach: 'clone' | 'person'
  who: Who
}

/** A person says that a finding is wrong. It counts until it is reopened; see dismissal.ts for what it speaks of. */
export interface Dismissed
  extends Pick<Finding, 'loop' | 'reviewer' | 'rule' | 'file' | 'severity' | 'blocking' | 'title'> {
  version: 1
  kind: 'dismissed'
  id: string
  at: string
  /** That of the finding. */
  finding: string
  /** In which it was shown. */
  review: string
  commit: Oid
  /** Of the diff that was judged. */
  digest: string
  /** What its file was and became in it; null where that cannot be told. */
  before: string | null
  after: string | null
  reason: string
  who: Who
}

/** Somebody takes that back. */
export interface Reopened {
  version: 1
  kind: 'reopened'
  /** That of the dismissal. */
  id: string
  at: string
  finding: string
  who: Who
}

export type Entry = Allowed | Used | Held | Bypassed | Switched | Dismissed | Reopened
export const ENTRY_KINDS = [
  'allowed',
  'used',
  'gate',
  'bypassed',
  'disabled',
  'enabled',
  'dismissed',
  'reopened',
] as const satisfies Entry['kind'][]

const LONGEST_REASON = 500

/** Made plain before it is masked: an escape in the middle of a token must not hide it. */
export const tameReason = (reason: string): string => tame(reason, LONGEST_REASON)

/** A remote may be an address with a password in it. */
export const tameRemote = (remote: string): string => tame(remote, 300)

const tame = (text: string, limit: number): string =>
  oneLine(maskSecrets(plainText(text.slice(0, 10 * limit))), limit)

export interface Occasion {
  at: string
  remote: string
  agent: string | null
}

/** What a push that does not simply pass leaves behind; null for one that does. */
export function heldEntry(answer: GateAnswer, { at, remote, agent }: Occasion): Omit<Held, 'id'> | null {
  const refs = answer.refs.filter(({ effect }) => effect !== 'pass')
  if (refs.length === 0) return null
  return {
    version: 1,
    kind: 'gate',
    at,
    effect: answer.allowed ? 'warn' : 'block',
    remote: tameRemote(remote),
    agent,
    error: null,
    refs: refs.map(({ ref, commit, effect, loosened, loops }) => ({
      ref,
      commit,
      effect,
      loosened,
      loops: loops.map(loopFacts),
    })),
  }
}

/** What a push leaves behind that was held because the gate came to no answer. */
export function failedEntry(
  refs: readonly PushedRef[],
  { at, remote, agent, error }: Occasion & { error: string },
): Omit<Held, 'id'> {
  const held = refs.map(({ remoteRef, local }) => ({ ref: remoteRef, commit: local }))
  return {
    version: 1,
    kind: 'gate',
    at,
    effect: 'block',
    remote: tameRemote(remote),
    agent,
    error,
    refs: held.map(ref => ({ ...ref, effect: 'block', loosened: [], loops: [] })),
  }
}

const loopFacts = ({ loop, standing, effect, findings }: GateAnswer['refs'][number]['loops'][number]) => ({
  loop,
  standing,
  effect,
  findings: findings.map(({ id }) => id),
})

/** The same push, tried again on the same day, is the same occasion: an agent that insists fills no disk and no report. */
export const sameOccasion = ({ at, effect, remote, agent, error, refs }: Omit<Held, 'id'>): string =>
  JSON.stringify([at.slice(0, 10), effect, remote, agent, error, refs])

/** `Ann <ann@example.com>`, or whatever of it is known. */
export function whoWords({ name, email, account }: Pick<Who, 'name' | 'email' | 'account'>): string {
  const named = [name, email && `<${email}>`].filter(Boolean).join(' ')
  return oneLine(named || account || 'somebody', 120)
}
