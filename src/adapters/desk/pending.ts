import type { Layout } from '../store/layout.ts'
import { setWord, wordOf } from './by-branch.ts'

/** Reviews that wait to be handed to an agent: one for each branch, since each speaks of its own. */
export const pendingOn = ({ pending }: Layout, ref: string | null): Promise<string | null> =>
  wordOf(pending, ref)

/** The review that waits on this branch from now on; null when none does. */
export const setPending = ({ pending }: Layout, ref: string | null, review: string | null): Promise<void> =>
  setWord(pending, ref, review)

/** This one waits no longer; a newer one that came meanwhile does. */
export const noLongerPending = ({ pending }: Layout, ref: string | null, review: string): Promise<void> =>
  setWord(pending, ref, null, review)
