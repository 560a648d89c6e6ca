import type { Standpoint } from '../../domain/epoch.ts'
import type { ReviewRequest } from '../../domain/request.ts'
import type { Project } from '../compose.ts'

/**
 * A branch that was renamed, or merged and deleted, while its request waited: what it asks for is part of what is checked out. So is
 * what was asked for on no branch and is the tip of one now, as at the end of a rebase by applying.
 */
export async function followRenames(
  { ports }: Project,
  requests: readonly ReviewRequest[],
  here: Standpoint,
): Promise<ReviewRequest[]> {
  const { git } = ports
  const isBelow = async ({ ref, commit }: ReviewRequest): Promise<boolean> => {
    if (here.commit === null || ref === null) return commit === here.commit
    return (await git.refName(ref)) === null && (await git.isAncestor(commit, here.commit))
  }
  return Promise.all(
    requests.map(async request => ((await isBelow(request)) ? { ...request, ref: here.ref } : request)),
  )
}
