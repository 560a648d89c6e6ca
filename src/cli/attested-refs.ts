import { ATTESTATION_REFS } from '../domain/attestation.ts'
import type { PushedRef } from '../domain/gate.ts'
import { emptyTreeLike } from '../domain/snapshot.ts'
import type { Project } from './compose.ts'

/** What is pushed, but for attestations (`--mirror` takes them along): a commit without content or parents has nothing to review. */
export async function withoutAttestations(
  { ports }: Project,
  refs: readonly PushedRef[],
): Promise<readonly PushedRef[]> {
  if (!refs.some(isNamedSo)) return refs
  const kept = await Promise.all(
    refs.map(async ref => (isNamedSo(ref) && (await isEmpty(ports.git, ref.local)) ? [] : [ref])),
  )
  return kept.flat()
}

const isNamedSo = ({ remoteRef }: PushedRef): boolean => remoteRef.startsWith(ATTESTATION_REFS)

async function isEmpty(git: Project['ports']['git'], oid: string | null): Promise<boolean> {
  const commit = oid === null ? null : await git.commit(oid)
  // Itself, and not a tag on it.
  return commit?.oid === oid && commit?.parents.length === 0 && commit.tree === emptyTreeLike(commit.oid)
}
