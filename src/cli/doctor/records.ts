import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn, readIfThere } from '../../adapters/store/files.ts'
import { parseReview } from '../../adapters/store/read-review.ts'
import { setAside } from '../../adapters/store/set-aside.ts'
import type { Project } from '../compose.ts'
import type { Check, Problem } from './check.ts'

export const recordsCheck: Check = {
  name: 'records',
  async look(project) {
    const problems: Problem[] = []
    for (const id of await namesIn(project.at.reviews)) problems.push(...(await lookAt(project, id)))
    return [...problems, ...(await lastOne(project))]
  },
}

/** What this branch was last told is no longer there to be read. */
async function lastOne({ at, ports }: Project): Promise<Problem[]> {
  const ref = await ports.git.symbolic('HEAD')
  const latest = ref && (await ports.store.latest(ref).catch(() => null))
  const where = latest ? at.review(latest.review) : ''
  if (where === '' || existsSync(where)) return []
  const what = 'the record of the last review of this branch is damaged or gone'
  return [{ what, where, hint: 'Review again: `wingman run review`.' }]
}

/** A folder in its place, or no permission: it is named, and the others are looked at all the same. */
const UNREADABLE = ''

async function lookAt({ at }: Project, id: string): Promise<Problem[]> {
  const where = join(at.reviews, id, 'review.json')
  const text = await readIfThere(where).catch(() => UNREADABLE)
  // Killed before its record was written: what the reviewers printed is all there is.
  if (text === null) return []
  const reading = await parseReview(text)
  if ('review' in reading) return []
  if (reading.newer !== null)
    return [{ what: 'a record was written by a newer wingman', where, hint: 'Update git-wingman here.' }]
  return [
    {
      what: 'a record is damaged, and counts as no review',
      where,
      mend: { how: 'sets it aside', act: () => setAside(at, dirname(where)) },
    },
  ]
}
