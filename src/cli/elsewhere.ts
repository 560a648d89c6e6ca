import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../adapters/store/files.ts'
import { type Layout, layout } from '../adapters/store/layout.ts'
import { readRequests } from '../adapters/store/requests.ts'
import type { ReviewRequest } from '../domain/request.ts'
import { rootOf } from './all-worktrees.ts'
import type { Project } from './compose.ts'

/** Another worktree of this repository in which requests wait, or are being answered. */
export interface Elsewhere {
  at: Layout
  requests: ReviewRequest[]
}

/**
 * Their commits can be pushed from here. Two looks at a folder for each, and no git: somebody pushes. A worktree that is gone from the
 * disk has nobody who could answer.
 */
export async function workElsewhere({ paths }: Project): Promise<Elsewhere[]> {
  const { commonDir, gitDir } = paths
  const linked = (await namesIn(join(commonDir, 'worktrees')).catch(() => [])).map(name =>
    join(commonDir, 'worktrees', name),
  )
  const found: Elsewhere[] = []
  for (const other of [commonDir, ...linked].filter(it => it !== gitDir)) {
    const queue = join(other, 'wingman', 'queue')
    const requests = await readRequests({ queue }).catch((): ReviewRequest[] => [])
    if (requests.length === 0) continue
    const root = await rootOf(other)
    if (existsSync(root)) found.push({ at: layout({ root, gitDir: other, commonDir }), requests })
  }
  return found
}

/** Requests of this worktree and of the others, for whoever asks what becomes of a commit. */
export async function requestsEverywhere(project: Project): Promise<ReviewRequest[]> {
  const [here, others] = await Promise.all([project.ports.store.requests(), workElsewhere(project)])
  return [...here, ...others.flatMap(({ requests }) => requests)]
}

/** What this worktree and the others are at, as far as something waits there. */
export async function placesOf(project: Project): Promise<Elsewhere[]> {
  const here = { at: project.at, requests: await project.ports.store.requests() }
  return [here, ...(await workElsewhere(project))]
}
