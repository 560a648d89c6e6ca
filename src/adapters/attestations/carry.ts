import { ATTESTATION_REFS } from '../../domain/attestation.ts'
import { asItIs } from '../git/address.ts'
import type { GitDoor } from '../git/door.ts'
import { parsePorcelain } from '../git/dry-push.ts'
import { outsideEnvironment } from '../git/safety.ts'
import type { Left } from './keep.ts'

interface Destination {
  /** A remote's name or address. */
  to: string
  /** An address that git has rewritten already, as pre-push is told it. */
  isRewritten?: boolean
  left: Left
}

/** To a remote; what it has already is not sent again. No hook is run for it. Answers the refs that it had not. */
export async function pushAttestations(
  git: GitDoor,
  refs: readonly string[],
  { to, isRewritten = false, left }: Destination,
): Promise<string[]> {
  const { settings, env } = isRewritten ? asItIs(to) : { settings: [], env: {} }
  const options = ['--no-verify', '--porcelain', '--no-signed', '--no-follow-tags', '--recurse-submodules=no']
  const said = await git.change(
    [...settings, 'push', ...options, '--', to, ...refs.map(ref => `${ref}:${ref}`)],
    { env: { ...outsideEnvironment(), ...env }, patience: left(), whose: 'ours' },
  )
  const news = new Set(
    parsePorcelain(said.toString()).lines.flatMap(({ flag, to }) => (flag === '=' ? [] : [to])),
  )
  return refs.filter(ref => news.has(ref))
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
