import { oneLine } from '../../domain/plain-text.ts'
import type { GitDoor } from '../git/door.ts'
import { outsideEnvironment } from '../git/safety.ts'
import type { Doubt } from './evidence.ts'
import type { Carried } from './read.ts'

/** By git's own word, with the keys that git is told to trust: a file of signers for ssh, the keyring for gpg. */
export function signatureDoubts(git: GitDoor, allowedSigners: string | null) {
  const known = new Map<string, Promise<Doubt | null>>()
  return (carried: Carried): Promise<Doubt | null> => {
    const doubt = known.get(carried.oid) ?? check(git, carried, allowedSigners)
    known.set(carried.oid, doubt)
    return doubt
  }
}

async function check(
  git: GitDoor,
  { oid, hasSignature }: Carried,
  allowedSigners: string | null,
): Promise<Doubt | null> {
  if (!hasSignature) return { why: 'it is not signed', signature: 'none' }
  const signers = allowedSigners === null ? [] : ['-c', `gpg.ssh.allowedSignersFile=${allowedSigners}`]
  const { code, stdout, stderr } = await git.attempt([...signers, 'verify-commit', oid], {
    env: outsideEnvironment(),
  })
  return code === 0 ? null : doubtIn(`${stdout}${stderr}`)
}

const NOT_TRUSTED = 'its signature is not one that is trusted here'

/** In git's words, which are English here. */
function doubtIn(said: string): Doubt {
  if (/allowedSignersFile needs to be configured/.test(said))
    return { why: `${NOT_TRUSTED}: no allowed signers are named`, signature: 'no-signers' }
  const [, key = null] = /\bkey (SHA256:\S+)/.exec(said) ?? []
  if (/No principal matched/.test(said))
    return { why: `${NOT_TRUSTED}: the key ${key} is not among the allowed signers`, signature: 'stranger' }
  if (/No public key/.test(said))
    return { why: `${NOT_TRUSTED}: its gpg key is not in the keyring`, signature: 'stranger' }
  const last = oneLine(said.trim().split('\n').at(-1) ?? '')
  return { why: `${NOT_TRUSTED}${last ? ` (git says: ${last})` : ''}`, signature: 'broken' }
}
