import type { Layout } from '../store/layout.ts'
import { setWord, wordOf } from './by-branch.ts'

/** How often an agent was kept going at the end of its turn on this branch, since a review there was clean. */
export const revisionsOn = async ({ revisions }: Layout, ref: string | null): Promise<number> =>
  Number(await wordOf(revisions, ref)) || 0

export const addRevision = async (at: Layout, ref: string | null): Promise<void> =>
  setWord(at.revisions, ref, `${(await revisionsOn(at, ref)) + 1}`)

export const endRevisions = ({ revisions }: Layout, ref: string | null): Promise<void> =>
  setWord(revisions, ref, null)
