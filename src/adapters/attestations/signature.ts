import { oneLine } from '../../domain/plain-text.ts'
import type { GitDoor } from '../git/door.ts'
import { outsideEnvironment } from '../git/safety.ts'
import type { Carried } from './read.ts'

/** By git's own word, with the keys that git is told to trust: a file of signers for ssh, the keyring for gpg. */
export function signatureDoubts(git: GitDoor, allowedSigners: string | null) {
  const known = new Map<string, Promise<string | null>>()
  return (carried: Carried): Promise<string | null> => {
    const doubt = known.get(carried.oid) ?? check(git, carried, allowedSigners)
    known.set(carried.oid, doubt)
    return doubt
  }
}

async function check(git: GitDoor, { oid, hasSignature }: Carried, allowedSigners: string | null) {
  if (!hasSignature) return 'it is not signed'
  const signers = allowedSigners === null ? [] : ['-c', `gpg.ssh.allowedSignersFile=${allowedSigners}`]
  const { code, stderr } = await git.attempt([...signers, 'verify-commit', oid], {
    env: outsideEnvironment(),
  })
  if (code === 0) return null
  const said = oneLine(stderr.trim().split('\n').at(-1) ?? '')
  return `its signature is not one that is trusted here${said ? ` (git says: ${said})` : ''}`
}
