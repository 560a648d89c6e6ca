import { ATTESTATION_REFS } from '../../domain/attestation.ts'
import type { GitDoor } from '../git/door.ts'
import { outsideEnvironment } from '../git/safety.ts'
import type { Left } from './keep.ts'

interface Destination {
  /** A remote's name or address. */
  to: string
  left: Left
}

/** To a remote; what it has already is not sent again. No hook is run for it. */
export async function pushAttestations(
  git: GitDoor,
  refs: readonly string[],
  { to, left }: Destination,
): Promise<void> {
  const options = ['--no-verify', '--quiet', '--no-signed', '--no-follow-tags', '--recurse-submodules=no']
  await git.change(['push', ...options, '--', to, ...refs.map(ref => `${ref}:${ref}`)], {
    env: outsideEnvironment(),
    patience: left(),
    whose: 'ours',
  })
}

// A repository with thousands of them takes its time, and nobody types meanwhile.
const FETCH_MS = 5 * 60_000

export async function fetchAttestations(git: GitDoor, remote: string): Promise<void> {
  const options = ['--quiet', '--no-tags', '--no-prune', '--no-write-fetch-head', '--no-recurse-submodules']
  await git.change(['fetch', ...options, '--', remote, `+${ATTESTATION_REFS}*:${ATTESTATION_REFS}*`], {
    env: outsideEnvironment(),
    patience: FETCH_MS,
    whose: 'ours',
  })
}
