import { createHash } from 'node:crypto'
import { ATTESTATION_REFS, type Attestation, attestationMessage } from '../../domain/attestation.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from '../git/door.ts'
import { NO_LOG } from '../git/ghost-refs.ts'
import { outsideEnvironment } from '../git/safety.ts'
import { cannotSign } from './cannot-sign.ts'

/** Milliseconds that are left. */
export type Left = () => number

export interface Kept {
  ref: string
  attestation: Attestation
  /** Made just now. */
  isNew: boolean
}

/** Makes those that are not there yet; answers all of them. */
export async function keepAttestations(
  git: GitDoor,
  attestations: readonly Attestation[],
  left: Left,
): Promise<Kept[]> {
  const wanted = new Map(
    attestations.map(attestation => [refOf(attestationMessage(attestation)), attestation]),
  )
  const there = await refsAmong(git, [...wanted.keys()])
  const missing = [...wanted].filter(([ref]) => !there.has(ref))
  if (missing.length > 0) {
    const tree = await emptyTree(git)
    const lines: string[] = []
    for (const [ref, attestation] of missing) {
      lines.push(`update ${ref} ${await commitAttestation(git, { tree, attestation, left })}\n`)
    }
    await git.change([...NO_LOG, 'update-ref', '--stdin'], { input: lines.join(''), whose: 'ours' })
  }
  return [...wanted].map(([ref, attestation]) => ({ ref, attestation, isNew: !there.has(ref) }))
}

/** By what it says: the same is never written twice, and what is under another's name is not what was written there. */
export const refOf = (message: string): string =>
  `${ATTESTATION_REFS}${createHash('sha256').update(message).digest('hex')}`

async function refsAmong(git: GitDoor, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const { stdout } = await git.attempt(['for-each-ref', '--format=%(refname)', ...refs])
  return new Set(stdout.toString().split('\n'))
}

/** Here; what the remote has stays there. */
export async function forgetAttestations(git: GitDoor): Promise<void> {
  const { stdout } = await git.attempt(['for-each-ref', '--format=%(refname)', ATTESTATION_REFS])
  const refs = stdout.toString().split('\n').filter(Boolean)
  const input = refs.map(ref => `option no-deref\ndelete ${ref}\n`).join('')
  if (input !== '') await git.change([...NO_LOG, 'update-ref', '--stdin'], { input, whose: 'ours' })
}

/** Every git knows it, but to carry it one must have it. */
async function emptyTree(git: GitDoor): Promise<Oid> {
  const made = await git.change(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '', whose: 'ours' })
  return made.toString().trim()
}

interface Making {
  tree: Oid
  attestation: Attestation
  left: Left
}

async function commitAttestation(git: GitDoor, { tree, attestation, left }: Making): Promise<Oid> {
  const { signed, at } = attestation
  const making = git.change(['commit-tree', signed ? '-S' : '--no-gpg-sign', tree], {
    env: signed ? { ...outsideEnvironment(), ...wingman('AUTHOR', at) } : ours(at),
    input: attestationMessage(attestation),
    patience: left(),
    whose: 'ours',
  })
  try {
    return (await making).toString().trim()
  } catch (cause) {
    throw signed ? await cannotSign(git, cause) : cause
  }
}

/** Who signs is the committer, as git knows them: without a key of its own, gpg looks for theirs. */
function wingman(role: 'AUTHOR' | 'COMMITTER', at: string): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: 'wingman',
    [`GIT_${role}_EMAIL`]: 'wingman@localhost',
    [`GIT_${role}_DATE`]: `@${Math.floor(Date.parse(at) / 1000)} +0000`,
  }
}

/** Nothing in it differs from one machine to another, so the same is the same object too. */
const ours = (at: string) => ({ ...wingman('AUTHOR', at), ...wingman('COMMITTER', at) })
